/** Is this text a URI (RFC 3986 appendix A, no relative reference)? Linear in its length. */

const PCHAR = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})";
const REG_NAME = "(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*";
const USER_INFO = "(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*";
const IP_LITERAL = "\\[(?:[0-9A-Fa-f:.]{2,45}|[vV][0-9A-Fa-f]+\\.[A-Za-z0-9._~!$&'()*+,;=:-]+)\\]";
const SEGMENTS = `(?:/${PCHAR}*)*`;
const TAIL = `(?:[/?]|${PCHAR})*`;

const AUTHORITY = `//(?:${USER_INFO}@)?(?:${IP_LITERAL}|${REG_NAME})(?::[0-9]*)?`;
const HIERARCHY = `(?:${AUTHORITY}${SEGMENTS}|/(?:${PCHAR}+${SEGMENTS})?|${PCHAR}+${SEGMENTS})?`;
const URI = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:${HIERARCHY}(?:\\?${TAIL})?(?:#${TAIL})?$`);

export const isUri = (text: string): boolean => URI.test(text);
