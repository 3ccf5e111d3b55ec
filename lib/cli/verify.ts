/**
 * `npm run verify -- FILE --key PUB [--key PUB2] [--secret FILE]`: checks an evidence pack with no server, no database
 * and no network. Exit 0 verified, 1 tampered (the first bad entry is named), 2 cannot decide.
 */
import { runVerify } from "./verify-file";

const { exitCode, lines } = runVerify(process.argv.slice(2));
(exitCode === 2 ? console.error : console.log)(lines.join("\n"));
process.exitCode = exitCode;
