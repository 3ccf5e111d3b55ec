-- Approvals of Agent Hooks hosts: prepared with the answer, opened for people when the host's resolver asks.

ALTER TABLE "approval"
    ADD COLUMN "for_hooks" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "interception_point" TEXT,
    ADD COLUMN "context_identity" TEXT,
    ADD COLUMN "hook_context" TEXT,
    ADD CONSTRAINT "approval_prepared" CHECK ("state" <> 'prepared' OR ("for_hooks" AND "interception_point" IS NULL)),
    ADD CONSTRAINT "approval_opened" CHECK (
        ("interception_point" IS NULL) = ("hook_context" IS NULL)
        AND ("context_identity" IS NULL OR "interception_point" IS NOT NULL)
        AND ("interception_point" IS NULL OR "for_hooks")
        AND (NOT "for_hooks" OR "interception_point" IS NOT NULL OR "state" NOT IN ('pending', 'approved', 'rejected', 'consumed'))
    );
CREATE INDEX "presentation_session_key_approval_id_idx" ON "presentation" ("session_key", "approval_id");
