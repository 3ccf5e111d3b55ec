/** The frame of every view of a session: title, header with the head, tabs. */
import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { VisibleText } from "@/components/domain/visible-text";
import { Page } from "@/components/shell/page";
import { routes, type SessionTab } from "@/lib/console/routes";
import { sessionHeader } from "@/lib/console/session-queries";
import type { SessionHeader as Header } from "@/lib/core/read-models/sessions";
import { SessionHeader } from "./session-header";
import { SessionTabs } from "./session-tabs";

interface SessionPageProps {
  readonly session: Header;
  readonly tab: SessionTab;
  /** Cached reads of the view itself. */
  readonly queries?: QueryClient;
  readonly children: ReactNode;
}

export function SessionPage({ session, tab, queries = new QueryClient(), children }: SessionPageProps) {
  queries.setQueryData(sessionHeader(session.key).queryKey, session);
  return (
    <Page
      title={<VisibleText text={session.agentName} />}
      crumbs={[{ label: "Sessions", href: routes.sessions() }]}
      fill
    >
      <HydrationBoundary state={dehydrate(queries)}>
        <SessionHeader sessionKey={session.key} />
        <SessionTabs sessionKey={session.key} current={tab} />
        {children}
      </HydrationBoundary>
    </Page>
  );
}
