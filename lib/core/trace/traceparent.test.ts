import { expect, it } from "vitest";
import { parseTraceparent } from "./traceparent";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

it("reads the caller's trace and span, of later versions too", () => {
  const read = { trace_id: TRACE, span_id: SPAN };
  expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual(read);
  expect(parseTraceparent(`00-${TRACE}-${SPAN}-00`)).toEqual(read);
  expect(parseTraceparent(`cc-${TRACE}-${SPAN}-01-what-comes`)).toEqual(read);
});

it.each([
  ["absent", undefined],
  ["empty", ""],
  ["version ff", `ff-${TRACE}-${SPAN}-01`],
  ["version 00 with more", `00-${TRACE}-${SPAN}-01-more`],
  ["zeros for a trace", `00-${"0".repeat(32)}-${SPAN}-01`],
  ["zeros for a span", `00-${TRACE}-${"0".repeat(16)}-01`],
  ["upper case", `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ["short", `00-${TRACE}-${SPAN}`],
  ["two values", `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  ["a line break", `00-${TRACE}-${SPAN}-01\n`],
  ["far too long", `cc-${TRACE}-${SPAN}-01-${"x".repeat(600)}`],
])("ignores a header that is %s", (_what, header) => {
  expect(parseTraceparent(header)).toBeNull();
});
