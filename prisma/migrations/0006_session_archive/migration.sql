-- What is left of entries that were archived: a checkpoint that the Guardian signed before they went.

CREATE TABLE "session_archive" (
    "session_key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "entry_hash" TEXT NOT NULL,
    "archive" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "session_archive_pkey" PRIMARY KEY ("session_key"),
    CONSTRAINT "session_archive_count" CHECK ("count" > 0),
    CONSTRAINT "session_archive_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
