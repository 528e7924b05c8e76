import type { Chain } from '@redoubt/risk/chain.ts'
import type { Address } from '@redoubt/risk/facts.ts'

/** The asset whose oracle price a token follows. */
export type PricedAsset = 'ETH' | 'BNB' | 'POL' | 'BTC' | 'USDC' | 'USDT' | 'DAI' | 'LINK' | 'STETH'
/** A token so well known that others imitate it. `follows` null: no oracle price is used. */
type KnownToken = { address: Address; symbol: string; name: string; follows: PricedAsset | null }

/**
 * Genuine addresses, lower case, per chain. Source of each: the issuer's own documentation (circle.com, tether.to,
 * makerdao.com, wbtc.network, lido.fi, bnbchain.org, polygon.technology), as in the Uniswap and PancakeSwap default lists.
 */
export const KNOWN_TOKENS: Readonly<Record<Chain, readonly KnownToken[]>> = {
  ethereum: [
    token('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 'WETH', 'Wrapped Ether', 'ETH'),
    token('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'USDC', 'USD Coin', 'USDC'),
    token('0xdac17f958d2ee523a2206206994597c13d831ec7', 'USDT', 'Tether USD', 'USDT'),
    token('0x6b175474e89094c44da98b954eedeac495271d0f', 'DAI', 'Dai Stablecoin', 'DAI'),
    token('0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', 'WBTC', 'Wrapped BTC', 'BTC'),
    token('0x514910771af9ca656af840dff83e8264ecf986ca', 'LINK', 'ChainLink Token', 'LINK'),
    token('0xae7ab96520de3a18e5e111b5eaab095312d7fe84', 'stETH', 'Lido Staked Ether', 'STETH'),
    token('0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0', 'wstETH', 'Wrapped liquid staked Ether 2.0', null),
    token('0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', 'UNI', 'Uniswap', null),
    token('0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9', 'AAVE', 'Aave Token', null),
    token('0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce', 'SHIB', 'SHIBA INU', null),
  ],
  bsc: [
    token('0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', 'WBNB', 'Wrapped BNB', 'BNB'),
    token('0x55d398326f99059ff775485246999027b3197955', 'USDT', 'Tether USD', 'USDT'),
    token('0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', 'USDC', 'USD Coin', 'USDC'),
    token('0x1af3f329e8be154074d8769d1ffa4ee058b1dbc3', 'DAI', 'Dai Token', 'DAI'),
    token('0x2170ed0880ac9a755fd29b2688956bd959f933f8', 'ETH', 'Ethereum Token', 'ETH'),
    token('0x7130d2a12b9bcbfae4f2634d864a1ee1ce3ead9c', 'BTCB', 'BTCB Token', 'BTC'),
    token('0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82', 'Cake', 'PancakeSwap Token', null),
  ],
  polygon: [
    token('0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', 'WPOL', 'Wrapped POL', 'POL'),
    token('0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', 'USDC', 'USD Coin', 'USDC'),
    token('0x2791bca1f2de4661ed88a30c99a7a9449aa84174', 'USDC.e', 'USD Coin (PoS)', 'USDC'),
    token('0xc2132d05d31c914a87c6611c10748aeb04b58e8f', 'USDT', 'Tether USD', 'USDT'),
    token('0x8f3cf7ad23cd3cadbd9735aff958023239c6a063', 'DAI', 'Dai Stablecoin', 'DAI'),
    token('0x7ceb23fd6bc0add59e62ac25578270cff1b9f619', 'WETH', 'Wrapped Ether', 'ETH'),
    token('0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6', 'WBTC', 'Wrapped BTC', 'BTC'),
  ],
}

function token(address: Address, symbol: string, name: string, follows: PricedAsset | null): KnownToken {
  return { address, symbol, name, follows }
}
