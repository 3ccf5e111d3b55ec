#!/usr/bin/env node
// Stands in for Prisma's schema engine, which `prisma generate` wants to find and never uses. The real one is a
// download from outside the package registry; our migrations are applied by lib/storage/migrate.ts instead.
if (process.argv[2] === "--version") console.log("schema-engine-cli none");
