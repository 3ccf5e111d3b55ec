-- What Agent Hooks hosts say they enforced: a chain of its own per session, beside the chain of decisions.

CREATE TABLE "host_record" (
    "session_key" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,
    "interception_point" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "decision" TEXT NOT NULL,
    "reason" TEXT,
    "resolved_by" TEXT,
    "decided_by" INTEGER,
    "tool" TEXT,
    "input_identity" TEXT,
    "enforced_identity" TEXT,
    "identity_provider" TEXT,
    "entry_hash" TEXT,
    "digest" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "previous_hash" TEXT NOT NULL,
    "record_hash" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "host_record_pkey" PRIMARY KEY ("session_key", "seq"),
    CONSTRAINT "host_record_seq" CHECK ("seq" > 0),
    CONSTRAINT "host_record_decision" CHECK ("decision" IN ('allow', 'deny', 'transform')),
    CONSTRAINT "host_record_mode" CHECK ("mode" IN ('enforce', 'evaluate_only')),
    CONSTRAINT "host_record_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "host_record_session_key_previous_hash_key" ON "host_record" ("session_key", "previous_hash");
CREATE UNIQUE INDEX "host_record_session_key_digest_key" ON "host_record" ("session_key", "digest");
CREATE INDEX "host_record_session_key_sequence_idx" ON "host_record" ("session_key", "sequence");
CREATE INDEX "host_record_session_key_entry_hash_idx" ON "host_record" ("session_key", "entry_hash");
-- A host that cannot tell the number of an emission sends -1, and may do so more than once.
CREATE UNIQUE INDEX "host_record_emission_key" ON "host_record" ("session_key", "sequence", "interception_point") WHERE "sequence" >= 0;
