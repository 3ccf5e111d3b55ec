/** Says why the Guardian could not be asked: the contract only knows that a guard failed. */
import type { ApprovalResolver, Interceptor } from "../../agent-hooks/types";
import { GuardianUnavailable } from "./guardian-unavailable";

/** Must not throw. */
export type TellUnavailable = (failure: GuardianUnavailable, sessionId: string) => void;

/** The same interceptor; what it rejects with is told and thrown as it is. */
export const tellingInterceptor = (interceptor: Interceptor, tell: TellUnavailable): Interceptor => ({
  ...interceptor,
  intercept: (context, signal) =>
    told(async () => interceptor.intercept(context, signal), { tell, sessionId: context.session.id }),
});

export const tellingResolver = (resolver: ApprovalResolver, tell: TellUnavailable): ApprovalResolver => ({
  resolve: (request, signal) =>
    told(async () => resolver.resolve(request, signal), { tell, sessionId: request.context.session.id }),
});

async function told(
  ask: () => Promise<unknown>,
  { tell, sessionId }: { readonly tell: TellUnavailable; readonly sessionId: string },
): Promise<unknown> {
  try {
    return await ask();
  } catch (failure) {
    if (failure instanceof GuardianUnavailable) tell(failure, sessionId);
    throw failure;
  }
}
