"use client";
/** A menu under a button. */
import clsx from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "end";
}

export function Menu({ trigger, children, align = "end" }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="enter z-50 min-w-[200px] rounded bg-surface p-1 shadow-overlay"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  asChild?: boolean;
  onSelect?: () => void;
}

export function MenuItem({ icon, children, danger = false, disabled, asChild, onSelect }: MenuItemProps) {
  return (
    <Radix.Item
      asChild={asChild}
      disabled={disabled}
      onSelect={onSelect}
      className={clsx(
        "flex h-7 cursor-pointer items-center gap-2 rounded-sm px-2 text-13 outline-none select-none data-[disabled]:opacity-55 data-[highlighted]:bg-hover touch:h-11",
        danger && "text-deny",
      )}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </Radix.Item>
  );
}

interface MenuChoiceProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string; icon?: ReactNode }[];
}

/** Exclusive values inside a menu; choosing one leaves the menu open. */
export function MenuChoice<T extends string>({ label, value, onChange, options }: MenuChoiceProps<T>) {
  return (
    <Radix.RadioGroup aria-label={label} value={value}>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          onSelect={(event) => {
            event.preventDefault();
            onChange(option.value);
          }}
          className="flex h-7 cursor-pointer items-center gap-2 rounded-sm px-2 text-13 outline-none select-none data-[highlighted]:bg-hover touch:h-11"
        >
          {option.icon}
          {option.label}
          <Radix.ItemIndicator className="ml-auto text-accent">
            <Check size={14} aria-hidden />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-2 py-1.5 text-12 text-ink-3">{children}</Radix.Label>
);

export const MenuSeparator = () => <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
