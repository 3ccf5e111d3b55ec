-- Failed sign-ins, for the limit on guessing. Rows older than a day are removed at the next attempt.
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
