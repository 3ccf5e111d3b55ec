/** My account. */
import type { Metadata } from "next";
import { AppearanceSection, NameForm, PasswordForm, SignIns } from "@/components/settings/own-account";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { Page } from "@/components/shell/page";
import { Fact, Facts } from "@/components/ui/facts";
import { readSignIns } from "@/lib/server/admin-views";
import { requirePerson } from "@/lib/server/request";
import { changePasswordAction, endSignInAction, renameAction } from "./actions";

export const metadata: Metadata = { title: "My account" };

export default async function AccountPage() {
  const viewer = await requirePerson("account.manage");
  const signIns = await readSignIns(viewer, viewer.id);
  return (
    <Page title="Settings" tabs={<SettingsTabs />}>
      <div className="border-b px-4 py-4">
        <Facts>
          <Fact name="E-mail">{viewer.email}</Fact>
          <Fact name="Roles">
            <span className="capitalize">{viewer.roles.join(", ")}</span>
          </Fact>
          <Fact name="Groups">{viewer.groups.length > 0 ? viewer.groups.join(", ") : "None"}</Fact>
        </Facts>
      </div>
      <NameForm key={viewer.name} name={viewer.name} rename={renameAction} />
      <AppearanceSection />
      <PasswordForm change={changePasswordAction} />
      <SignIns signIns={signIns} currentId={viewer.signInId} end={endSignInAction} />
    </Page>
  );
}
