"""A support agent that refunds, governed by a Guardian: `python3 example_agent.py AMOUNT [ANOTHER_AMOUNT]`.

The second amount is refunded under the approval of the first, as a confused or hostile agent would try it. Prints one JSON
object a line. Settings come from the environment: GUARDIAN_URL, GUARDIAN_AGENT_ID, GUARDIAN_KEY_ID, GUARDIAN_SECRET (base64).
"""

import base64
import json
import os
import sys

from guardian_hooks import Blocked, GuardedSession


def say(event, **facts):
    print(json.dumps({"event": event, **facts}), flush=True)


def refund_payment(args):
    """Stands for the payment system: what is printed here has happened."""
    say("paid", args=args)
    return {"status": "paid", "amount": args["amount"]}


def refund(session, amount, **options):
    args = {"customer": "cust_1042", "amount": amount}
    try:
        session.tool("refund_payment", args, refund_payment, **options)
    except Blocked as blocked:
        say_blocked(session, blocked)


def say_blocked(session, blocked):
    unanswered = {"problem": session.problem} if blocked.reason.endswith("_failed") else {}
    say("blocked", point=blocked.point, reason=blocked.reason, **unanswered)


def approval_used(session):
    """The approval that the last verdict names, as the Guardian's evidence points to it."""
    for record in reversed(session.records):
        pointers = record["verdict"].get("evidence", {}).get("verification_pointers", {})
        if "approval" in pointers:
            return pointers["approval"].rsplit(":", 1)[-1]
    return None


def main(amounts):
    session = GuardedSession(
        os.environ["GUARDIAN_URL"],
        os.environ["GUARDIAN_AGENT_ID"],
        os.environ["GUARDIAN_KEY_ID"],
        base64.b64decode(os.environ["GUARDIAN_SECRET"]),
        timeout_s=float(os.environ.get("GUARDIAN_TIMEOUT_S", "15")),
        people_s=float(os.environ.get("GUARDIAN_PEOPLE_S", "1800")),
    )
    say("session", id=session.session_id)
    reason = "completed"
    try:
        session.startup(["refund_payment"])
        session.input(f"Please refund {amounts[0]}.")
        refund(session, amounts[0])
        for amount in amounts[1:]:
            refund(session, amount, claims=approval_used(session))
        say("answer", content=session.output("All done."))
    except Blocked as blocked:
        reason = "error"
        say_blocked(session, blocked)
    session.shutdown(reason)
    say("end", records=len(session.records))


if __name__ == "__main__":
    main([int(amount) for amount in sys.argv[1:]] or [50])
