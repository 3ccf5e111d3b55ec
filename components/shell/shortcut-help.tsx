"use client";
/** The `?` overlay: every shortcut that works here and now. */
import { useContext } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { ShortcutContext } from "@/lib/console/shortcuts";

export function ShortcutHelp({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const registry = useContext(ShortcutContext);
  const groups = open ? registry.groups().filter((group) => group.shortcuts.length > 0) : [];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard" width={560}>
      <div className="grid grid-cols-2 gap-x-8 gap-y-6 touch:grid-cols-1">
        {groups.map((group) => (
          <section key={group.name} aria-label={group.name}>
            <h3 className="mb-1 text-12 font-medium text-ink-3">{group.name}</h3>
            <ul>
              {group.shortcuts.map((shortcut) => (
                <li key={shortcut.keys} className="flex h-7 items-center justify-between gap-4 text-13">
                  <span>{shortcut.label}</span>
                  <span className="flex gap-1">
                    {shortcut.keys.split(" ").map((key) => (
                      <Kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</Kbd>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
