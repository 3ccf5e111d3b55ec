-- Bans, what each session's AgBOM declares, how it changed, and which components were in use at its steps.

CREATE TABLE "ban" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "type" TEXT,
    "name" TEXT,
    "version_range" TEXT,
    "provider" TEXT,
    "endpoint" TEXT,
    "digest" TEXT,
    "reason" TEXT NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "ban_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ban_type" CHECK ("type" IN ('model', 'mcp_server', 'a2a_peer', 'tool', 'knowledge_source', 'memory_store', 'agent_capability', 'skill')),
    CONSTRAINT "ban_matches_something" CHECK (num_nonnulls("name", "version_range", "provider", "endpoint", "digest") > 0)
);
CREATE INDEX "ban_tenant_id_created_at_idx" ON "ban" ("tenant_id", "created_at");

CREATE TABLE "agbom_component" (
    "session_key" TEXT NOT NULL,
    "component_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "changed" BOOLEAN NOT NULL DEFAULT false,
    "declared_seq" INTEGER NOT NULL,
    "changed_seq" INTEGER NOT NULL,
    "removed_seq" INTEGER,
    CONSTRAINT "agbom_component_pkey" PRIMARY KEY ("session_key", "component_id"),
    CONSTRAINT "agbom_component_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "agbom_component_session_key_type_name_key_idx" ON "agbom_component" ("session_key", "type", "name_key");
CREATE INDEX "agbom_component_name_key_idx" ON "agbom_component" ("name_key");

-- Which servers, capabilities and skills name a component among theirs. Ids that nothing declares may stand here.
CREATE TABLE "agbom_member" (
    "session_key" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "holder_id" TEXT NOT NULL,
    CONSTRAINT "agbom_member_pkey" PRIMARY KEY ("session_key", "member_id", "holder_id")
);
CREATE INDEX "agbom_member_session_key_holder_id_idx" ON "agbom_member" ("session_key", "holder_id");

CREATE TABLE "agbom_change" (
    "session_key" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT,
    "diff" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "agbom_change_pkey" PRIMARY KEY ("session_key", "seq"),
    CONSTRAINT "agbom_change_kind" CHECK ("kind" IN ('snapshot', 'changed')),
    CONSTRAINT "agbom_change_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- What a step does not say is the empty string, because it is part of the key.
CREATE TABLE "component_use" (
    "session_key" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT NOT NULL DEFAULT '',
    "version" TEXT NOT NULL DEFAULT '',
    "endpoint" TEXT NOT NULL DEFAULT '',
    "component_id" TEXT NOT NULL DEFAULT '',
    "digest" TEXT NOT NULL DEFAULT '',
    "declared" BOOLEAN NOT NULL DEFAULT false,
    "first_seq" INTEGER NOT NULL,
    "last_seq" INTEGER NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "component_use_pkey" PRIMARY KEY ("session_key", "type", "name_key", "provider", "version"),
    CONSTRAINT "component_use_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "component_use_name_key_idx" ON "component_use" ("name_key");
