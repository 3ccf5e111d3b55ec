"use client";
/** Live changes for components: cached reads go stale by topic, the connection's state is known. */
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import { type LiveChange, LiveFeed, type LiveStatus } from "./live-feed";
import { api, routes } from "./routes";
import { useServerClock } from "./server-clock";

type ChangeListener = (change: LiveChange | "snapshot") => void;

export interface Live {
  readonly feed: LiveFeed;
  readonly listen: (listener: ChangeListener) => () => void;
}

export const LiveContext = createContext<Live | null>(null);

/** Opens the one stream of this tab. Used once, by the frame. */
export function useLiveConnection(): Live {
  const queries = useQueryClient();
  const clock = useServerClock();
  const router = useRouter();
  const live = useMemo(() => {
    const listeners = new Set<ChangeListener>();
    const tell = (change: LiveChange | "snapshot") => {
      for (const listener of listeners) listener(change);
    };
    const stale = () => {
      void queries.invalidateQueries();
      tell("snapshot");
    };
    const feed = new LiveFeed(api.events(), {
      onChange: (change) => {
        void queries.invalidateQueries({ queryKey: [change.topic] });
        tell(change);
      },
      onSnapshot: stale,
      onReset: () => {
        stale();
        router.refresh();
      },
      onServerTime: clock.observe,
      onRefused: () => window.location.assign(routes.signIn(window.location.pathname)),
    });
    const listen = (listener: ChangeListener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    };
    return { feed, listen };
  }, [queries, clock, router]);
  useEffect(() => {
    live.feed.start();
    return () => live.feed.stop();
  }, [live]);
  return live;
}

const IDLE: LiveStatus = { state: "connecting", since: 0 };

export function useLiveStatus(): LiveStatus {
  const live = useContext(LiveContext);
  return useSyncExternalStore(
    live?.feed.subscribe ?? (() => () => undefined),
    live?.feed.status ?? (() => IDLE),
    () => IDLE,
  );
}

/** Calls `onChange` for every change of one of the topics, and on a snapshot. `topics` and `onChange` must be stable. */
export function useLive(topics: readonly string[], onChange: () => void): void {
  const live = useContext(LiveContext);
  useEffect(
    () =>
      live?.listen((change) => {
        if (change === "snapshot" || topics.includes(change.topic)) onChange();
      }),
    [live, topics, onChange],
  );
}
