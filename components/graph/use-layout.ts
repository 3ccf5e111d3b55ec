"use client";
/** Where the nodes of a graph go: layered from left to right, by elk in a worker; in plain columns until then. */
import ELK, { type ELK as Elk, type ElkNode } from "elkjs/lib/elk-api.js";
import { useEffect, useMemo, useRef, useState } from "react";
import { columnsOf, NODE_HEIGHT, NODE_WIDTH, type Places, type Shape } from "@/lib/console/graph-columns";
import { readyWorker } from "./ready-worker";

const OPTIONS = {
  "elk.algorithm": "layered",
  "elk.direction": "RIGHT",
  "elk.spacing.nodeNode": "10",
  "elk.layered.spacing.nodeNodeBetweenLayers": "72",
  "elk.layered.nodePlacement.strategy": "BRANDES_KOEPF",
  "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
};

/** The same object until the places change. */
export function useLayout(shape: Shape): Places {
  const columns = useMemo(() => columnsOf(shape), [shape]);
  const [layout, setLayout] = useState<{ readonly of: Shape; readonly places: Places } | null>(null);
  const elk = useRef<Elk | null>(null);
  useEffect(() => {
    let current = true;
    const settle = (places: Places) => {
      if (current) setLayout({ of: shape, places });
    };
    elk.current ??= newElk();
    elk.current.layout(toElk(shape)).then(
      (laidOut) => settle(placesOf(laidOut)),
      // The plain columns stay.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [shape]);
  useEffect(
    () => () => {
      elk.current?.terminateWorker();
      elk.current = null;
    },
    [],
  );
  return layout !== null && layout.of === shape ? layout.places : columns;
}

const newElk = (): Elk =>
  new ELK({
    workerFactory: () => readyWorker(new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" })),
  });

const toElk = ({ nodes, edges }: Shape): ElkNode => ({
  id: "root",
  layoutOptions: OPTIONS,
  children: nodes.map(({ id }) => ({ id, width: NODE_WIDTH, height: NODE_HEIGHT })),
  edges: edges.map(({ id, from, to }) => ({ id, sources: [from], targets: [to] })),
});

const placesOf = ({ children = [] }: ElkNode): Places =>
  new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
