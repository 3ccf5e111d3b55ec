-- The database of the Guardian. Column types and keys are those of schema.prisma. What Prisma cannot say stands here:
-- CHECKs on state words, the partitioned envelope, partial indexes, the transaction id of an event.

CREATE TABLE "store" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "epoch" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "store_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "store_one_row" CHECK ("id" = 1)
);

CREATE TABLE "tenant" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "policy_epoch" BIGINT NOT NULL DEFAULT 1,
    "bundle_digest" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "tenant_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "bundle" (
    "digest" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "published_by" TEXT,
    "published_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "bundle_pkey" PRIMARY KEY ("digest")
);
CREATE UNIQUE INDEX "bundle_tenant_id_version_key" ON "bundle" ("tenant_id", "version");

CREATE TABLE "agent" (
    "key" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "owner_id" TEXT,
    "can_ask" BOOLEAN NOT NULL DEFAULT true,
    "can_modify" BOOLEAN NOT NULL DEFAULT true,
    "ask_substitute" TEXT NOT NULL DEFAULT 'hold',
    "on_decision_failure" TEXT NOT NULL DEFAULT 'deny',
    "required_methods" TEXT[],
    "timeout_ms" INTEGER NOT NULL DEFAULT 10000,
    "skew_ms" INTEGER NOT NULL DEFAULT 300000,
    "idle_limit_s" INTEGER NOT NULL DEFAULT 3600,
    "pending_cap" INTEGER NOT NULL DEFAULT 20,
    "hold_cap" INTEGER NOT NULL DEFAULT 8,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "disabled_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "agent_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "agent_ask_substitute" CHECK ("ask_substitute" IN ('hold', 'deny', 'defer')),
    CONSTRAINT "agent_on_decision_failure" CHECK ("on_decision_failure" IN ('deny', 'proceed')),
    CONSTRAINT "agent_limits" CHECK ("timeout_ms" > 0 AND "skew_ms" > 0 AND "idle_limit_s" > 0 AND "pending_cap" >= 0 AND "hold_cap" >= 0)
);
CREATE UNIQUE INDEX "agent_tenant_id_agent_id_key" ON "agent" ("tenant_id", "agent_id");

CREATE TABLE "agent_key" (
    "key_id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "agent_key" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL DEFAULT 'HMAC-SHA256',
    "secret_sealed" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'active',
    "overlap_until" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(6),
    CONSTRAINT "agent_key_pkey" PRIMARY KEY ("key_id"),
    CONSTRAINT "agent_key_state" CHECK ("state" IN ('active', 'retired', 'revoked')),
    CONSTRAINT "agent_key_agent_key_fkey" FOREIGN KEY ("agent_key") REFERENCES "agent" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "guardian_key" (
    "key_id" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL DEFAULT 'ECDSA-P256',
    "public_jwk" TEXT NOT NULL,
    "private_sealed" TEXT NOT NULL,
    "valid_from" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(6),
    CONSTRAINT "guardian_key_pkey" PRIMARY KEY ("key_id")
);

CREATE TABLE "session" (
    "key" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "session_id_lower" TEXT NOT NULL,
    "agent_key" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "close_reason" TEXT,
    "terms" TEXT NOT NULL,
    "hello_request_id" TEXT NOT NULL,
    "hello_answer" TEXT NOT NULL,
    "head_seq" INTEGER NOT NULL DEFAULT 0,
    "head_hash" TEXT,
    "ack_seq" INTEGER NOT NULL DEFAULT 0,
    "user_id" TEXT,
    "platform" TEXT,
    "opened_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_step_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(6),
    CONSTRAINT "session_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "session_state" CHECK ("state" IN ('open', 'closed')),
    CONSTRAINT "session_closed" CHECK (("state" = 'closed') = ("closed_at" IS NOT NULL)),
    CONSTRAINT "session_head" CHECK (("head_seq" = 0 AND "head_hash" IS NULL) OR ("head_seq" > 0 AND "head_hash" IS NOT NULL)),
    CONSTRAINT "session_ack" CHECK ("ack_seq" BETWEEN 0 AND "head_seq"),
    CONSTRAINT "session_agent_key_fkey" FOREIGN KEY ("agent_key") REFERENCES "agent" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX "session_tenant_id_session_id_lower_key" ON "session" ("tenant_id", "session_id_lower");
CREATE INDEX "session_tenant_id_last_step_at_idx" ON "session" ("tenant_id", "last_step_at");
CREATE INDEX "session_agent_key_open_idx" ON "session" ("agent_key") WHERE "state" = 'open';
CREATE INDEX "session_key_id_open_idx" ON "session" ("key_id") WHERE "state" = 'open';

CREATE TABLE "reservation" (
    "session_key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "reservation_pkey" PRIMARY KEY ("session_key", "kind", "value"),
    CONSTRAINT "reservation_kind" CHECK ("kind" IN ('request_id', 'nonce'))
);

CREATE TABLE "entry" (
    "session_key" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "entry_id" TEXT NOT NULL,
    "step_id" TEXT NOT NULL,
    "step_type" TEXT NOT NULL,
    "previous_hash" TEXT NOT NULL,
    "entry_hash" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "decision" TEXT,
    "reason" TEXT,
    "reason_codes" TEXT[],
    "action_digest" TEXT,
    "approval_id" TEXT,
    "tool" TEXT,
    "released" BOOLEAN NOT NULL DEFAULT false,
    "result_of" TEXT,
    "bundle_digest" TEXT,
    "latency_us" INTEGER,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "entry_pkey" PRIMARY KEY ("session_key", "seq"),
    CONSTRAINT "entry_seq" CHECK ("seq" > 0),
    CONSTRAINT "entry_first" CHECK (("seq" = 1) = ("previous_hash" = '')),
    CONSTRAINT "entry_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "entry_session_key_previous_hash_key" ON "entry" ("session_key", "previous_hash");
CREATE INDEX "entry_session_key_step_id_idx" ON "entry" ("session_key", "step_id");
CREATE INDEX "entry_session_key_released_idx" ON "entry" ("session_key", "step_id") WHERE "released";
CREATE INDEX "entry_session_key_result_of_idx" ON "entry" ("session_key", "result_of") WHERE "result_of" IS NOT NULL;

CREATE TABLE "envelope" (
    "session_key" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seq" INTEGER,
    "method" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "response" TEXT NOT NULL,
    CONSTRAINT "envelope_pkey" PRIMARY KEY ("session_key", "request_id", "at")
) PARTITION BY RANGE ("at");
CREATE TABLE "envelope_default" PARTITION OF "envelope" DEFAULT;
CREATE INDEX "envelope_session_key_seq_idx" ON "envelope" ("session_key", "seq");

CREATE TABLE "approval" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "session_key" TEXT NOT NULL,
    "agent_key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "request_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "tool" TEXT,
    "requested_digest" TEXT NOT NULL,
    "effective_digest" TEXT NOT NULL,
    "requested_action" TEXT NOT NULL,
    "effective_action" TEXT NOT NULL,
    "modifications" TEXT,
    "findings" TEXT NOT NULL,
    "risk" TEXT NOT NULL,
    "approvers" TEXT NOT NULL,
    "votes_required" INTEGER NOT NULL DEFAULT 1,
    "question" TEXT NOT NULL,
    "bundle_digest" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "use_within_s" INTEGER NOT NULL,
    "use_by" TIMESTAMPTZ(6),
    "decided_at" TIMESTAMPTZ(6),
    "decided_by" TEXT,
    "decision_reason" TEXT,
    "consumed_request_id" TEXT,
    "consumed_at" TIMESTAMPTZ(6),
    "result_at" TIMESTAMPTZ(6),
    "receipt" TEXT,
    "receipt_hash" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "retries" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "approval_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "approval_kind" CHECK ("kind" IN ('ask', 'defer')),
    CONSTRAINT "approval_state" CHECK ("state" IN ('prepared', 'pending', 'approved', 'rejected', 'expired', 'cancelled', 'superseded', 'void', 'consumed')),
    CONSTRAINT "approval_risk" CHECK ("risk" IN ('low', 'medium', 'high', 'critical')),
    CONSTRAINT "approval_votes_required" CHECK ("votes_required" > 0),
    CONSTRAINT "approval_approved" CHECK ("state" <> 'approved' OR "use_by" IS NOT NULL),
    CONSTRAINT "approval_consumed" CHECK ("state" <> 'consumed' OR ("consumed_request_id" IS NOT NULL AND "consumed_at" IS NOT NULL)),
    CONSTRAINT "approval_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "approval_session_key_requested_digest_idx" ON "approval" ("session_key", "requested_digest");
CREATE INDEX "approval_tenant_id_state_expires_at_idx" ON "approval" ("tenant_id", "state", "expires_at");
-- A re-send while an item is pending finds that item: a second one cannot exist.
CREATE UNIQUE INDEX "approval_one_pending_idx" ON "approval" ("session_key", "requested_digest") WHERE "state" = 'pending';
CREATE INDEX "approval_agent_key_open_idx" ON "approval" ("agent_key") WHERE "state" IN ('prepared', 'pending');
CREATE INDEX "approval_open_idx" ON "approval" ("tenant_id", "expires_at") WHERE "state" IN ('prepared', 'pending', 'approved');

CREATE TABLE "vote" (
    "approval_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "effective_digest" TEXT NOT NULL,
    "view_digest" TEXT NOT NULL,
    "reason" TEXT,
    "statement" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "vote_pkey" PRIMARY KEY ("approval_id", "person_id"),
    CONSTRAINT "vote_verdict" CHECK ("verdict" IN ('approve', 'deny')),
    CONSTRAINT "vote_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approval" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "served_view" (
    "approval_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "sign_in_id" TEXT NOT NULL,
    "view_digest" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "view" TEXT NOT NULL,
    "statement" TEXT NOT NULL,
    "served_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "served_view_pkey" PRIMARY KEY ("approval_id", "person_id", "sign_in_id", "view_digest")
);

CREATE TABLE "presentation" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "approval_id" TEXT NOT NULL,
    "session_key" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "presented_digest" TEXT NOT NULL,
    "presented_action" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "presentation_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "presentation_approval_id_idx" ON "presentation" ("approval_id");

CREATE TABLE "person" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'person',
    "roles" TEXT[],
    "groups" TEXT[],
    "state" TEXT NOT NULL DEFAULT 'invited',
    "password_hash" TEXT,
    "token_hash" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "person_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "person_kind" CHECK ("kind" IN ('person', 'service')),
    CONSTRAINT "person_state" CHECK ("state" IN ('invited', 'active', 'disabled')),
    CONSTRAINT "person_roles" CHECK ("roles" <@ ARRAY['approver', 'analyst', 'admin'])
);
CREATE UNIQUE INDEX "person_token_hash_key" ON "person" ("token_hash");
CREATE UNIQUE INDEX "person_tenant_id_email_key" ON "person" ("tenant_id", "email");

CREATE TABLE "sign_in" (
    "id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "ended_at" TIMESTAMPTZ(6),
    "user_agent" TEXT,
    CONSTRAINT "sign_in_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sign_in_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "sign_in_person_id_idx" ON "sign_in" ("person_id");

CREATE TABLE "sign_in_attempt" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "sign_in_attempt_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "sign_in_attempt_account_at_idx" ON "sign_in_attempt" ("account", "at");
CREATE INDEX "sign_in_attempt_address_at_idx" ON "sign_in_attempt" ("address", "at");
CREATE INDEX "sign_in_attempt_at_idx" ON "sign_in_attempt" ("at");

CREATE TABLE "invite" (
    "token_hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "person_id" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),
    CONSTRAINT "invite_pkey" PRIMARY KEY ("token_hash"),
    CONSTRAINT "invite_kind" CHECK ("kind" IN ('setup', 'invite'))
);

CREATE TABLE "audit" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "action" TEXT NOT NULL,
    "subject" TEXT,
    "session_key" TEXT,
    "detail" TEXT NOT NULL DEFAULT '{}',
    CONSTRAINT "audit_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "audit_actor_kind" CHECK ("actor_kind" IN ('person', 'service', 'agent', 'guardian'))
);
CREATE INDEX "audit_tenant_id_id_idx" ON "audit" ("tenant_id", "id");
CREATE INDEX "audit_session_key_idx" ON "audit" ("session_key");

CREATE TABLE "refusal" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "code" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "method" TEXT,
    "key_id" TEXT,
    "session_id" TEXT,
    "session_key" TEXT,
    "body_bytes" INTEGER NOT NULL,
    "body_hash" TEXT NOT NULL,
    CONSTRAINT "refusal_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "refusal_at_idx" ON "refusal" ("at");

-- Sequence numbers commit out of order. Readers go by (xid, id), below the oldest transaction still running.
CREATE TABLE "event" (
    "id" BIGSERIAL NOT NULL,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "tenant_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "ref" TEXT,
    "seq" INTEGER,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "event_tenant_id_id_idx" ON "event" ("tenant_id", "id");
CREATE INDEX "event_tenant_id_xid_id_idx" ON "event" ("tenant_id", "xid", "id");

INSERT INTO "store" ("id", "epoch") VALUES (1, replace(gen_random_uuid()::text, '-', ''));
INSERT INTO "tenant" ("id", "name") VALUES ('default', 'Default');
-- The feed is never empty: a cursor always names a row, so that one whose row is gone is seen to be too old.
INSERT INTO "event" ("tenant_id", "topic") VALUES ('default', 'store');
