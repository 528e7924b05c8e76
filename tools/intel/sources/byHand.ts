import { parseSignature } from '../../../packages/server/src/evm/decode/abiTypes.ts'
import type { DomainFact, Source } from '../facts.ts'
import { DECLARATIONS } from './routers.ts'

// Sites that people who hold coins are imitated on, and no package lists; each is the project's own, as its documentation,
// its contracts' source or its verified accounts name it. `brand: domain domain`.
const SITES = `
Binance: binance.com
Coinbase: coinbase.com
Kraken: kraken.com
OKX: okx.com
Bybit: bybit.com
Bitget: bitget.com
KuCoin: kucoin.com
Gate: gate.com gate.io
HTX: htx.com huobi.com
MEXC: mexc.com
Crypto.com: crypto.com
Gemini: gemini.com
Bitstamp: bitstamp.net
Bitfinex: bitfinex.com
Upbit: upbit.com
Robinhood: robinhood.com
Revolut: revolut.com
PayPal: paypal.com
Wise: wise.com
Uniswap: uniswap.org
Aave: aave.com
Lido: lido.fi
Curve: curve.finance curve.fi
PancakeSwap: pancakeswap.finance
QuickSwap: quickswap.exchange
SushiSwap: sushi.com
1inch: 1inch.io
CoW Swap: cow.fi
Balancer: balancer.fi
Compound: compound.finance
MakerDAO: makerdao.com
Sky: sky.money
Spark: spark.fi
Morpho: morpho.org
Pendle: pendle.finance
Convex: convexfinance.com
Yearn: yearn.fi
Frax: frax.com frax.finance
Rocket Pool: rocketpool.net
ether.fi: ether.fi
EigenLayer: eigenlayer.xyz
Ethena: ethena.fi
Venus: venus.io
Stargate: stargate.finance
LayerZero: layerzero.network
Wormhole: wormhole.com
Across: across.to
Hop: hop.exchange
Synapse: synapseprotocol.com
Axelar: axelar.network
deBridge: debridge.finance
ParaSwap: paraswap.io
Velora: velora.xyz
KyberSwap: kyberswap.com
Matcha: matcha.xyz
0x: 0x.org
GMX: gmx.io
dYdX: dydx.exchange
Hyperliquid: hyperliquid.xyz
Synthetix: synthetix.io
Instadapp: instadapp.io
DeFi Saver: defisaver.com
Beefy: beefy.com
Aura: aura.finance
Gearbox: gearbox.fi
Superfluid: superfluid.org
Enzyme: enzyme.finance
OpenSea: opensea.io
Blur: blur.io
LooksRare: looksrare.org
Magic Eden: magiceden.io
Rarible: rarible.com
SuperRare: superrare.com
Foundation: foundation.app
Zora: zora.co
Art Blocks: artblocks.io
CryptoPunks: cryptopunks.app
Yuga Labs: yuga.com boredapeyachtclub.com
ENS: ens.domains
MetaMask: metamask.io
Trust Wallet: trustwallet.com
Phantom: phantom.com phantom.app
Rabby: rabby.io
Rainbow: rainbow.me
Zerion: zerion.io
Safe: safe.global
Ledger: ledger.com
Trezor: trezor.io
Exodus: exodus.com
Argent: argent.xyz
imToken: token.im
TokenPocket: tokenpocket.pro
SafePal: safepal.com
Keystone: keyst.one
MyEtherWallet: myetherwallet.com
WalletConnect: walletconnect.com
Reown: reown.com
Etherscan: etherscan.io
BscScan: bscscan.com
PolygonScan: polygonscan.com
Revoke.cash: revoke.cash
DeBank: debank.com
DefiLlama: defillama.com
Zapper: zapper.xyz
CoinGecko: coingecko.com
CoinMarketCap: coinmarketcap.com
Chainlink: chain.link
The Graph: thegraph.com
Ethereum: ethereum.org
BNB Chain: bnbchain.org
Polygon: polygon.technology
Arbitrum: arbitrum.io
Optimism: optimism.io
Base: base.org
zkSync: zksync.io
Starknet: starknet.io
Scroll: scroll.io
Linea: linea.build
Solana: solana.com
Avalanche: avax.network
Tether: tether.to
Circle: circle.com
Flashbots: flashbots.net
Snapshot: snapshot.box
Galxe: galxe.com
Tally: tally.xyz
LI.FI: li.fi
Jumper: jumper.exchange
Worldcoin: world.org
`

export const byHand: Source = {
  package: '',
  takes: 'Official domains of projects, wallets and exchanges; functions of routers and vaults that publish no ABI',
  extract() {
    const domains: DomainFact[] = SITES.trim()
      .split('\n')
      .flatMap((line) => {
        const [brand = '', sites = ''] = line.split(': ')
        return sites.split(' ').map((domain) => ({ domain, brand }))
      })
    return { domains, signatures: [...DECLARATIONS.values()].map((text) => parseSignature(text).canonical) }
  },
}
