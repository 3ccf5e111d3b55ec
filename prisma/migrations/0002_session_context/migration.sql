-- What a session has been through, beside its chain: its context, its provenance graph, the skills that it made known and
-- the sessions that it started as subagents.

ALTER TABLE "session"
    ADD COLUMN "context" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "parent_key" TEXT;
CREATE INDEX "session_parent_key_idx" ON "session" ("parent_key") WHERE "parent_key" IS NOT NULL;

-- Joins the answer of a wrapped call to its question.
ALTER TABLE "entry" ADD COLUMN "call_ref" TEXT;

CREATE TABLE "provenance_node" (
    "session_key" TEXT NOT NULL,
    "provenance_id" TEXT NOT NULL,
    "step_id" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    CONSTRAINT "provenance_node_pkey" PRIMARY KEY ("session_key", "provenance_id")
);
CREATE INDEX "provenance_node_session_key_step_id_idx" ON "provenance_node" ("session_key", "step_id");

CREATE TABLE "skill_registration" (
    "tenant_id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "session_key" TEXT NOT NULL,
    "step_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "skill_registration_pkey" PRIMARY KEY ("tenant_id", "skill_id", "algorithm", "value")
);

CREATE TABLE "subagent_link" (
    "tenant_id" TEXT NOT NULL,
    "child_id_lower" TEXT NOT NULL,
    "parent_session_key" TEXT NOT NULL,
    "step_id" TEXT NOT NULL,
    "context" TEXT NOT NULL DEFAULT '',
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "subagent_link_pkey" PRIMARY KEY ("tenant_id", "child_id_lower")
);
CREATE INDEX "subagent_link_parent_session_key_idx" ON "subagent_link" ("parent_session_key");
