"use client";
/** Who is signed in, for components. Hides what would be refused; the server refuses it all the same. */
import { createContext, type ReactNode, useContext } from "react";
import { can, type Permission } from "@/lib/core/access";

export interface ViewerFacts {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
}

const ViewerContext = createContext<ViewerFacts | null>(null);

export const ViewerProvider = ({ viewer, children }: { viewer: ViewerFacts; children: ReactNode }) => (
  <ViewerContext.Provider value={viewer}>{children}</ViewerContext.Provider>
);

export function useViewer(): ViewerFacts {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error("useViewer outside of the signed-in frame");
  return viewer;
}

export const useCan = (permission: Permission): boolean => can(useViewer().roles, permission);
