"use client";
/** Roles and groups of one account. In force with the next request that the person makes. */
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import type { PersonItem } from "@/lib/core/read-models/admin";
import { type AccessDraft, AccessFields, groupsOf } from "./access-fields";
import type { PeopleActions } from "./people-actions";
import { useAct } from "./use-act";

interface AccessFormProps {
  person: PersonItem;
  groups: readonly string[];
  change: PeopleActions["changeAccess"];
}

export function AccessForm({ person, groups, change }: AccessFormProps) {
  const start: AccessDraft = { roles: person.roles, groups: person.groups.join(", ") };
  const [draft, setDraft] = useState(start);
  const act = useAct();
  const same = [...draft.roles].sort().join() === [...start.roles].sort().join() && draft.groups === start.groups;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = {
      personId: person.id,
      revision: person.revision,
      roles: draft.roles,
      groups: groupsOf(draft.groups),
    };
    void act.run(change(input), () => "Access changed, in force now");
  };
  return (
    <Section title="Access" description="A change is in force at once, also for pages that are open.">
      <form onSubmit={submit} className="flex max-w-[520px] flex-col gap-5 px-4 pb-6" noValidate>
        {act.generalError ? (
          <Notice tone="error" live>
            {act.generalError}
          </Notice>
        ) : null}
        <AccessFields
          draft={draft}
          onChange={setDraft}
          errorOf={act.errorOf}
          known={groups}
          without={person.kind === "service" ? ["admin"] : []}
        />
        <div className="flex gap-2">
          <Button variant="primary" type="submit" busy={act.busy} disabled={same}>
            Change access
          </Button>
          <Button disabled={same || act.busy} onClick={() => setDraft(start)}>
            Undo changes
          </Button>
        </div>
      </form>
    </Section>
  );
}
