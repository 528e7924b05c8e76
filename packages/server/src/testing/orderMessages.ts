import type { Address } from '@redoubt/risk/address.ts'

// Orders as dApps ask for them, as typed data. Amounts in base units, as decimal text.

const ZERO: Address = `0x${'0'.repeat(40)}`
const ZERO_HASH = `0x${'0'.repeat(64)}`
const fields = (text: string) =>
  text.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ')
    return { name, type }
  })

export type Sale = {
  chainId: number
  /** The settlement that would accept the signature. */
  keeper: Address
  maker: Address
  sells: { token: Address; amount: bigint }
  buys: { token: Address; amount: bigint }
  /** Unix seconds. */
  until: number
}

/** CoW: `Order` of its settlement. */
export function cowOrder(
  { chainId, keeper, maker, sells, buys, until }: Sale,
  more: Partial<Record<'kind' | 'appData', string>> = {},
) {
  return {
    domain: { name: 'Gnosis Protocol', version: 'v2', chainId, verifyingContract: keeper },
    primaryType: 'Order',
    types: {
      Order: fields(
        'address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance',
      ),
    },
    message: {
      sellToken: sells.token,
      buyToken: buys.token,
      receiver: maker,
      sellAmount: String(sells.amount),
      buyAmount: String(buys.amount),
      validTo: until,
      appData: ZERO_HASH,
      feeAmount: '0',
      kind: 'sell',
      partiallyFillable: true,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
      ...more,
    },
  }
}

/** 1inch's limit order, version 4. @param traits beside the expiry. */
export function oneInchOrder({ chainId, keeper, maker, sells, buys, until }: Sale, traits: bigint) {
  return {
    domain: { name: '1inch Aggregation Router', version: '6', chainId, verifyingContract: keeper },
    primaryType: 'Order',
    types: {
      Order: fields(
        'uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits',
      ),
    },
    message: {
      salt: '102412815605996',
      maker,
      receiver: ZERO,
      makerAsset: sells.token,
      takerAsset: buys.token,
      makingAmount: String(sells.amount),
      takingAmount: String(buys.amount),
      makerTraits: String(traits | (BigInt(until) << 80n)),
    },
  }
}

/** 0x, version 4: an order for any taker, or one that a market maker quotes. */
export function zeroExOrder({ chainId, keeper, maker, sells, buys, until }: Sale, kind: 'limit' | 'rfq') {
  const common = {
    makerToken: sells.token,
    takerToken: buys.token,
    makerAmount: String(sells.amount),
    takerAmount: String(buys.amount),
    maker,
    taker: ZERO,
    pool: ZERO_HASH,
    expiry: String(until),
    salt: '1700000000000',
  }
  const domain = { name: 'ZeroEx', version: '1.0.0', chainId, verifyingContract: keeper }
  if (kind === 'rfq')
    return {
      domain,
      primaryType: 'RfqOrder',
      types: {
        RfqOrder: fields(
          'address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt',
        ),
      },
      message: { ...common, txOrigin: ZERO },
    }
  return {
    domain,
    primaryType: 'LimitOrder',
    types: {
      LimitOrder: fields(
        'address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt',
      ),
    },
    message: { ...common, takerTokenFeeAmount: '0', sender: ZERO, feeRecipient: ZERO },
  }
}
