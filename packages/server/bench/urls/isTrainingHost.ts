/** Lists whose licence allows any use of what is learned from them: docs/models/url-lexical.md judges each. */
const LISTS = new Set(
  `
  polkadot phantom extra
  opendns-top opendns-random alexa100k-2016 portf
  cosmos ethereum-lists+tokens DefiLlama_chainlist defillama blockscout+chainscout tonkeeper+ton-assets base-org+web
  public-apis_public-apis scaffold-eth+scaffold-eth-2 bkrem+awesome-solidity ong+awesome-decentralized-finance
  ethereum-optimism+ethereum-optimism.github.io
  `
    .trim()
    .split(/\s+/),
)
/** `wappalyzer` is GPL-3.0, `trackerdb` for non-commercial use. Other packages of the recorded set are MIT, MPL, Apache or CC0. */
const PACKAGE = /^(?:npm:(?!wappalyzer$|@ghostery\/trackerdb$)|eth-phishing-detect@)/

/** Whether a host may be learned from: one of the lists that name it allows it. */
export function isTrainingHost({ sources }: { sources: readonly string[] }): boolean {
  return sources.some((source) => LISTS.has(source) || PACKAGE.test(source))
}
