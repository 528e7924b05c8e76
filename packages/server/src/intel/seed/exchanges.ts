import type { SeedGroup } from './seedGroup.ts'

const exchange = { category: 'exchange', chains: 'all', confidence: 'high' } as const

/** Hot and cold wallets of exchanges: published by themselves, or (medium) tagged by the explorer for years. */
export const EXCHANGES: readonly SeedGroup[] = [
  {
    ...exchange,
    source: 'binance.com: Our commitment to transparency (2022)',
    members: [
      ['0x28C6c06298d514Db089934071355E5743bf21d60', 'Binance 14'],
      ['0x21a31Ee1afC51d94C2eFcCAa2092aD1028285549', 'Binance 15'],
      ['0xDFd5293D8e347dFe59E90eFd55b2956a1343963d', 'Binance 16'],
      ['0x56Eddb7aa87536c09CCc2793473599fD21A8b17F', 'Binance 17'],
      ['0x9696f59E4d72E237BE84fFD425DCaD154Bf96976', 'Binance 18'],
      ['0x4976A4A02f38326660D17bf34b431dC6e2eb2327', 'Binance 20'],
      ['0xBE0eB53F46cd790Cd13851d5EFf43D12404d33E8', 'Binance cold wallet 7'],
      ['0xF977814e90dA44bFA03b6295A0616a897441aceC', 'Binance hot wallet 20'],
      ['0x5a52E96BAcdaBb82fd05763E25335261B270Efcb', 'Binance 28'],
      ['0x8894E0a0c962CB723c1976a4421c95949bE2D4E3', 'Binance hot wallet 6'],
      ['0xe2fc31F816A9b94326492132018C3aEcC4a93aE1', 'Binance hot wallet 7'],
    ],
  },
  {
    ...exchange,
    source: 'Etherscan name tags',
    confidence: 'medium',
    members: [
      ['0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE', 'Binance 1'],
      ['0xD551234Ae421e3BCBA99A0Da6d736074f22192FF', 'Binance 2'],
      ['0xe7804c37c13166fF0b37F5aE0BB07A3aEbb6e245', 'Binance (Polygon) 2'],
      ['0x71660c4005BA85c37ccec55d0C4493E66Fe775d3', 'Coinbase 1'],
      ['0x503828976D22510aad0201ac7EC88293211D23Da', 'Coinbase 2'],
      ['0xddfAbCdc4D8FfC6d5beaf154f18B778f892A0740', 'Coinbase 3'],
      ['0x3cD751E6b0078Be393132286c442345e5DC49699', 'Coinbase 4'],
      ['0xb5d85CBf7cB3EE0D56b3bB207D5Fc4B82f43F511', 'Coinbase 5'],
      ['0xeB2629a2734e272Bcc07BDA959863f316F4bD4Cf', 'Coinbase 6'],
      ['0xA9D1e08C7793af67e9d92fe308d5697FB81d3E43', 'Coinbase 10'],
      ['0x2910543Af39abA0Cd09dBb2D50200b3E800A63D2', 'Kraken 1'],
      ['0x0A869d79a7052C7f1b55a8EbAbbEa3420F0D1E13', 'Kraken 2'],
      ['0xE853c56864A2ebe4576a807D26Fdc4A0adA51919', 'Kraken 3'],
      ['0x267be1C1D684F78cb4F6a176C4911b741E4Ffdc0', 'Kraken 4'],
      ['0x53d284357ec70cE289D6D64134DfAc8E511c8a3D', 'Kraken 6'],
      ['0xDA9dfA130Df4dE4673b89022EE50ff26f6EA73Cf', 'Kraken 13'],
      ['0x2B5634C42055806a59e9107ED44D43c426E58258', 'KuCoin 1'],
    ],
  },
  {
    ...exchange,
    source: 'okx.com proof of reserves',
    members: [
      ['0x6cC5F688a315f3dC28A7781717a9A798a59fDA7b', 'OKX 1'],
      ['0xA7EFAe728D2936e78BDA97dc267687568dD593f3', 'OKX 3'],
      ['0x98EC059Dc3aDFBdd63429454aEB0c990FBA4A128', 'OKX 6'],
      ['0x5041ed759Dd4aFc3a72b8192C143F72f4724081A', 'OKX 7'],
      ['0x06959153B974D0D5fDfd87D561db6d8d4FA0bb0B', 'OKX hot wallet'],
    ],
  },
  {
    ...exchange,
    source: 'github.com/bitfinexcom/pub: wallets.txt',
    chains: ['ethereum', 'polygon'],
    members: [
      ['0x77134cbC06cB00b66F4c7e623D5fdBF6777635EC', 'Bitfinex hot wallet'],
      ['0x742d35Cc6634C0532925a3b844Bc454e4438f44e', 'Bitfinex cold wallet'],
      ['0x876EabF441B2EE5B5b0554Fd502a8E0600950cFa', 'Bitfinex old hot wallet'],
    ],
  },
  {
    ...exchange,
    source: 'kucoin.com proof of reserves',
    members: [
      ['0xD6216fC19DB775Df9774a6E33526131dA7D19a2c', 'KuCoin 6'],
      ['0xb8e6D31e7B212b2b7250EE9c26C56cEBBFBe6B23', 'KuCoin 14'],
    ],
  },
  {
    ...exchange,
    source: 'crypto.com proof of reserves',
    members: [
      ['0x6262998Ced04146fA42253a5C0AF90CA02dfd2A3', 'Crypto.com 1'],
      ['0x46340b20830761efd32832A74d7169B29FEB9758', 'Crypto.com 2'],
      ['0x72A53cDBBcc1b9efa39c834A540550e23463AAcB', 'Crypto.com 3'],
      ['0x7758E507850dA48cd47df1fB5F875c23E3340c50', 'Crypto.com 4'],
      ['0xCFFAd3200574698b78f32232aa9D63eABD290703', 'Crypto.com 5'],
    ],
  },
  {
    ...exchange,
    source: 'gate.com proof of reserves',
    members: [
      ['0x0D0707963952f2fBA59dD06f2b425ace40b492Fe', 'Gate 1'],
      ['0x1C4b70a3968436B9A0a9cf5205c787eb81Bb558c', 'Gate 3'],
      ['0xD793281182A0e3E023116004778F45c29fc14F19', 'Gate 4'],
      ['0xC882b111A75C0c657fC507C04FbFcD2cC984F071', 'Gate 5'],
    ],
  },
  {
    ...exchange,
    source: 'bybit.com proof of reserves',
    members: [
      ['0xf89d7b9c864f589bbF53a82105107622B35EaA40', 'Bybit hot wallet'],
      ['0xee5B5B923fFcE93A870B3104b7CA09c3db80047A', 'Bybit 4'],
      ['0xA7A93fd0a276fc1C0197a5B5623eD117786eeD06', 'Bybit 3'],
    ],
  },
  {
    ...exchange,
    source: 'github.com/huobiapi/Tool-Node.js-VerifyAddress',
    members: [
      ['0x18709E89BD403F470088aBDAcEbE86CC60dda12e', 'HTX 1'],
      ['0xCAc725beF4f114F728cbCfd744a731C2a463c3Fc', 'HTX 2'],
      ['0x5C985E89DDe482eFE97ea9f1950aD149Eb73829B', 'HTX 5'],
    ],
  },
  {
    ...exchange,
    source: 'DefiLlama: Bitstamp reserves',
    confidence: 'medium',
    chains: ['ethereum'],
    members: [['0x1522900B6daFac587d499a862861C0869Be6E428', 'Bitstamp']],
  },
  {
    ...exchange,
    source: 'gemini.com/trust-center',
    chains: ['ethereum'],
    members: [
      ['0xF51710015536957A01f32558402902A2D9c35d82', 'Gemini 1'],
      ['0xd24400ae8BfEBb18cA49Be86258a3C749cf46853', 'Gemini 2'],
      ['0x07Ee55aA48Bb72DcC6E9D78256648910De513eca', 'Gemini 3'],
      ['0xAFCD96e580138CFa2332C632E66308eACD45C5dA', 'Gemini 4'],
      ['0x61EDCDf5bb737ADffE5043706e7C5bb1f1a56eEA', 'Gemini 5'],
    ],
  },
]
