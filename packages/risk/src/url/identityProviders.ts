/**
 * Domains where providers of sign-ins take passwords for the sites of their customers, by the providers' own documentation. Where customers
 * get a name of their own, the domain above it is named. A domain where customers keep any data is not in the list.
 */
const DOMAINS: readonly string[] = [
  // Google: accounts, Firebase Authentication and Identity Platform.
  'accounts.google.com',
  'oauth2.googleapis.com',
  'identitytoolkit.googleapis.com',
  'securetoken.googleapis.com',
  // Microsoft: accounts, Entra ID and Azure AD B2C.
  'login.live.com',
  'login.microsoftonline.com',
  'login.windows.net',
  'b2clogin.com',
  'ciamlogin.com',
  // Apple, Amazon Cognito.
  'appleid.apple.com',
  'idmsa.apple.com',
  'amazoncognito.com',
  // Services that sell sign-ins.
  'auth0.com',
  'okta.com',
  'oktapreview.com',
  'okta-emea.com',
  'onelogin.com',
  'pingidentity.com',
  'pingone.com',
  'pingone.eu',
  'duosecurity.com',
  'clerk.accounts.dev',
  'clerk.com',
  'clerk.dev',
  'kinde.com',
  'stytch.com',
  'descope.com',
  'frontegg.com',
  'fusionauth.io',
  'workos.com',
  'userfront.com',
  'propelauthtest.com',
  'zitadel.cloud',
  'ory.sh',
  'oryapis.com',
  'logto.app',
  'supertokens.io',
  'corbado.io',
  'magic.link',
  'privy.io',
  'dynamicauth.com',
  'web3auth.io',
  'turnkey.com',
  'supabase.co',
  'nhost.run',
  'appwrite.io',
  'cloud.appwrite.io',
]
/** `cognito-idp.eu-west-1.amazonaws.com`: every other host there may be a customer's. */
const COGNITO = /^cognito-(?:idp|identity)(?:-fips)?\.[a-z0-9-]+\.amazonaws\.com$/

/** Whether a host takes sign-ins for the sites of others. */
export function isIdentityProvider(host: string): boolean {
  return COGNITO.test(host) || DOMAINS.some((domain) => host === domain || host.endsWith(`.${domain}`))
}
