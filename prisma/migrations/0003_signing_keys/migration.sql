-- Keys of every signature algorithm: agents' public keys beside HMAC secrets, and a Guardian key per algorithm.

ALTER TABLE "agent" ADD COLUMN "allowed_algorithms" TEXT[] DEFAULT ARRAY['HMAC-SHA256']::TEXT[];

ALTER TABLE "agent_key" ADD COLUMN "public_key" TEXT;
ALTER TABLE "agent_key" ALTER COLUMN "secret_sealed" DROP NOT NULL;
ALTER TABLE "agent_key" ADD CONSTRAINT "agent_key_algorithm" CHECK ("algorithm" IN (
    'HMAC-SHA256', 'ECDSA-P256', 'RSA-PSS-SHA256', 'ML-DSA-65', 'ML-DSA-44', 'ML-DSA-87', 'SLH-DSA-128s', 'SLH-DSA-128f',
    'ML-DSA-65+ECDSA-P256', 'ML-DSA-65+RSA-PSS-SHA256'));
-- A secret for HMAC and nothing else, a public key for all others and nothing else.
ALTER TABLE "agent_key" ADD CONSTRAINT "agent_key_material" CHECK (
    ("secret_sealed" IS NOT NULL) = ("algorithm" = 'HMAC-SHA256')
    AND ("public_key" IS NOT NULL) = ("algorithm" <> 'HMAC-SHA256'));

-- Public keys as base64 text: SubjectPublicKeyInfo for the keys that are there (all of them P-256).
ALTER TABLE "guardian_key" ADD COLUMN "public_key" TEXT;
UPDATE "guardian_key" SET "public_key" = replace(encode(
    decode('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')
    || decode(translate("public_jwk"::jsonb ->> 'x', '-_', '+/') || '=', 'base64')
    || decode(translate("public_jwk"::jsonb ->> 'y', '-_', '+/') || '=', 'base64'), 'base64'), E'\n', '');
ALTER TABLE "guardian_key" ALTER COLUMN "public_key" SET NOT NULL;
ALTER TABLE "guardian_key" DROP COLUMN "public_jwk";
ALTER TABLE "guardian_key" ADD CONSTRAINT "guardian_key_algorithm" CHECK ("algorithm" IN (
    'ECDSA-P256', 'RSA-PSS-SHA256', 'ML-DSA-65', 'ML-DSA-44', 'ML-DSA-87', 'SLH-DSA-128s', 'SLH-DSA-128f',
    'ML-DSA-65+ECDSA-P256', 'ML-DSA-65+RSA-PSS-SHA256'));
CREATE INDEX "guardian_key_algorithm_valid_from_idx" ON "guardian_key" ("algorithm", "valid_from");
-- One key, one owner, once: a revoked key does not come back under another name.
CREATE UNIQUE INDEX "agent_key_public_key_idx" ON "agent_key" ("tenant_id", sha256(decode("public_key", 'base64')));
