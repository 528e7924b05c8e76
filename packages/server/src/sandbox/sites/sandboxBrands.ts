/** A made-up brand of the sandbox, in the shape of those that scans know. */
export type SandboxBrand = { brand: string; names: readonly string[]; domains: readonly string[] }

/** Brands that the sandbox's traps imitate; their own sites are among the honest ones. */
export const SANDBOX_BRANDS: readonly SandboxBrand[] = [
  { brand: 'Larkspur Wallet', names: ['larkspurwallet', 'larkspur'], domains: ['larkspur-wallet.test'] },
  { brand: 'Harbour Exchange', names: ['harbourexchange'], domains: ['harbour-exchange.test'] },
]
