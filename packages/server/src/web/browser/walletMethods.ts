/** What a wallet asks its owner about: everything here is recorded. What else a page asks for is answered by the chain. */
const ASKS =
  /^(eth_requestAccounts|eth_sign\w*|eth_send\w*|personal_sign|wallet_(?!getPermissions|getCapabilities|getCallsStatus|revokePermissions)\w+|eth_decrypt|eth_getEncryptionPublicKey)$/

export function asksOwner(method: string): boolean {
  return ASKS.test(method)
}

/** What needs a signature; it is refused as a person would refuse it. */
const SIGNS =
  /^(eth_sign\w*|eth_send\w*|personal_sign|wallet_(send|sign|grant|invoke|prepare|request(?!Permissions))\w+|eth_decrypt)$/

export function needsSignature(method: string): boolean {
  return SIGNS.test(method)
}
