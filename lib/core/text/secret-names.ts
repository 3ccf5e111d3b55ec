/** Member, header and argument names whose values are secret. */

/** Over the words of a name, joined by single blanks. */
const SECRET = [
  /(^| )authorization$/,
  /(^| )cookies?$/,
  /(^| )(password|passwd|passphrase|pwd|passcode|pin)$/,
  /(^| )secrets?( (key|value|token))?$/,
  /(^| )(api|access|private|signing|encryption|master|account|auth|shared|session|service|license|subscription) ?keys?( id)?$/,
  /^(x )?tokens?( value)?$/,
  /(^| )(api|auth|access|refresh|id|bearer|session|csrf|xsrf|security|bot|device|push|webhook|oauth|jwt) ?tokens?( value)?$/,
  /(^| )(apikey|accesskey|secretkey|privatekey|authtoken|accesstoken|refreshtoken|clientsecret)$/,
  /(^| )(credentials?|creds)$/,
  /(^| )(otp|totp|mfa code|cvv|cvc|security code)$/,
];

/** Without one of these, or anything beyond ASCII that could normalise to one, no pattern matches. */
const HINT = /auth|cookie|pass|pwd|pin|secret|key|token|cred|otp|mfa|cvv|cvc|code|[^\p{ASCII}]/iu;

/** True for `Authorization`, `api_key`, `clientSecret`, `X-Auth-Token`; false for `max_tokens` or `token_count`. */
export function isSecretName(name: string): boolean {
  if (!HINT.test(name)) return false;
  const words = name
    .normalize("NFKC")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_.\s:]+/g, " ")
    .trim()
    .toLowerCase();
  return SECRET.some((pattern) => pattern.test(words));
}
