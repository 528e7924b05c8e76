import type { Chain } from '@redoubt/risk/chain.ts'
import type { Address } from '@redoubt/risk/facts.ts'

/**
 * Each exchange's own router by its factory, lower case: tokens know it, and some treat it differently from others. Used
 * only where its `factory()` on chain agrees. Sources: docs.uniswap.org, docs.sushi.com, docs.pancakeswap.finance,
 * docs.quickswap.exchange, docs.biswap.org, deployment pages.
 */
export const ROUTERS: Readonly<Record<Chain, Readonly<Record<Address, Address>>>> = {
  ethereum: {
    '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f': '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
    '0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac': '0xd9e1ce17f2641f24ae83637ab66a2cca9c378b9f',
    '0x1097053fd2ea711dad45caccc45eff7548fcb362': '0xeff92a263d31888d860bd50809a8d171709b7b1c',
    '0x1f98431c8ad98523631ae4a59f267346ea31f984': '0xe592427a0aece92de3edee1f18e0157c05861564',
    '0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865': '0x1b81d678ffb9c0263b24a97847620c99d213eb14',
  },
  bsc: {
    '0xca143ce32fe78f1f7019d7d551a6402fc5350c73': '0x10ed43c718714eb63d5aa57b78b54704e256024e',
    '0x858e3312ed3a876947ea49d572a7c42de08af7ee': '0x3a6d8ca21d1cf76f653a67577fa0d27453350dd8',
    '0x8909dc15e40173ff4699343b6eb8132c65e18ec6': '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
    '0xc35dadb65012ec5796536bd9864ed8773abc74c4': '0x1b02da8cb0d097eb8d57a175b88c7d8b47997506',
    '0xdb1d10011ad0ff90774d0c6bb92e5c5c8b4461f7': '0xb971ef87ede563556b2ed4b1c0b0019111dd85d2',
    '0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865': '0x1b81d678ffb9c0263b24a97847620c99d213eb14',
  },
  polygon: {
    '0x5757371414417b8c6caad45baef941abc7d3ab32': '0xa5e0829caced8ffdd4de3c43696c57f7d7a678ff',
    '0xc35dadb65012ec5796536bd9864ed8773abc74c4': '0x1b02da8cb0d097eb8d57a175b88c7d8b47997506',
    '0xcf083be4164828f00cae704ec15a36d711491284': '0xc0788a3ad43d79aa53b09c2eacc313a787d1d607',
    '0xe7fb3e833efe5f9c441105eb65ef8b261266423b': '0xa102072a4c07f06ec3b4900fdc4c7b80b6c57429',
    '0x1f98431c8ad98523631ae4a59f267346ea31f984': '0xe592427a0aece92de3edee1f18e0157c05861564',
  },
}
