/** A text field that filters the list below it. */
import clsx from "clsx";
import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { TextInput } from "./field";

type SearchInputProps = Omit<ComponentProps<typeof TextInput>, "type" | "aria-label"> & { readonly label: string };

export const SearchInput = ({ label, className, ...rest }: SearchInputProps) => (
  <span className={clsx("relative block w-[320px] touch:w-full", className)}>
    <Search aria-hidden size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3" />
    <TextInput type="search" aria-label={label} className="pl-8" {...rest} />
  </span>
);
