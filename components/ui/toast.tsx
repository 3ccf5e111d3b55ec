"use client";
/** Short confirmations at the edge. Said only after the server confirmed; errors stay until dismissed. */
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

interface ToastMessage {
  id: number;
  tone: "done" | "failed";
  title: string;
  detail?: string;
}

type Say = (message: Omit<ToastMessage, "id">) => void;

const ToastContext = createContext<Say>(() => undefined);

/** `toast({tone: "done", title: "Key k-2 created"})` */
export const useToast = (): Say => useContext(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly ToastMessage[]>([]);
  const say = useCallback<Say>((message) => {
    setMessages((now) => [...now.slice(-2), { ...message, id: (now.at(-1)?.id ?? 0) + 1 }]);
  }, []);
  const drop = (id: number) => setMessages((now) => now.filter((message) => message.id !== id));
  return (
    <ToastContext.Provider value={say}>
      <Radix.Provider swipeDirection="right" label="Message">
        {children}
        {messages.map((message) => (
          <ToastCard key={message.id} message={message} onClose={() => drop(message.id)} />
        ))}
        <Radix.Viewport className="fixed right-4 bottom-4 z-50 flex w-[360px] max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none touch:bottom-20" />
      </Radix.Provider>
    </ToastContext.Provider>
  );
}

function ToastCard({ message, onClose }: { message: ToastMessage; onClose: () => void }) {
  const failed = message.tone === "failed";
  return (
    <Radix.Root
      duration={failed ? Number.POSITIVE_INFINITY : 5000}
      type={failed ? "foreground" : "background"}
      onOpenChange={(open) => (open ? undefined : onClose())}
      className="enter flex items-start gap-2 rounded bg-surface px-3 py-2.5 shadow-overlay"
    >
      {failed ? (
        <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-deny" />
      ) : (
        <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-allow" />
      )}
      <div className="min-w-0 flex-1">
        <Radix.Title className="text-13 font-medium">{message.title}</Radix.Title>
        {message.detail ? <Radix.Description className="text-12 text-ink-2">{message.detail}</Radix.Description> : null}
      </div>
      <Radix.Close aria-label="Dismiss" className="rounded-sm p-0.5 text-ink-3 hover:text-ink">
        <X size={14} aria-hidden />
      </Radix.Close>
    </Radix.Root>
  );
}
