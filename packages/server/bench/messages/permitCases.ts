import { type Draw, ETHER, type Make, typed } from './drawsOf.ts'

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'

/** Permits of tokens and of Permit2. */
export const PERMITS: Readonly<Record<string, Make>> = {
  'permit-erc2612': (draw, hostile) =>
    typed(draw, {
      type: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
      domain: { name: 'USD Coin', version: '2', verifyingContract: draw.world.tokens.usdc },
      message: {
        owner: draw.trader,
        spender: draw.spender(hostile),
        value: String(hostile ? draw.large() : draw.dollars()),
        nonce: 0,
        deadline: draw.deadline(hostile),
      },
    }),
  'dai-permit': (draw, hostile) =>
    typed(draw, {
      type: 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
      domain: { name: 'Dai Stablecoin', version: '1', verifyingContract: draw.world.tokens.dai },
      message: {
        holder: draw.trader,
        spender: draw.spender(hostile),
        nonce: 0,
        expiry: draw.deadline(hostile),
        allowed: true,
      },
    }),
  'permit2-single': (draw, hostile) =>
    permit2(draw, `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`, {
      details: draw.permitDetails(draw.world.tokens.dai, hostile),
      spender: draw.spender(hostile),
      sigDeadline: draw.deadline(hostile),
    }),
  'permit2-batch': (draw, hostile) =>
    permit2(draw, `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`, {
      details: [draw.world.tokens.dai, draw.world.tokens.usdc].map((token) => draw.permitDetails(token, hostile)),
      spender: draw.spender(hostile),
      sigDeadline: draw.deadline(hostile),
    }),
  'permit2-transfer': (draw, hostile) =>
    permit2(
      draw,
      'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)',
      {
        permitted: { token: draw.world.tokens.dai, amount: String(hostile ? 5_000n * ETHER : draw.small()) },
        spender: draw.spender(hostile),
        nonce: draw.integer(1, 1_000_000),
        deadline: draw.deadline(hostile),
      },
    ),
  'permit2-witness': (draw, hostile) =>
    permit2(
      draw,
      'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Trade witness)TokenPermissions(address token,uint256 amount)Trade(address buyToken,uint256 minimum)',
      {
        permitted: { token: draw.world.tokens.dai, amount: String(hostile ? 5_000n * ETHER : draw.small()) },
        spender: draw.spender(hostile),
        nonce: draw.integer(1, 1_000_000),
        deadline: draw.deadline(hostile),
        witness: { buyToken: draw.world.tokens.usdc, minimum: '1' },
      },
    ),
}

function permit2(draw: Draw, type: string, message: object): Record<string, unknown> {
  return typed(draw, { type, domain: { name: 'Permit2', verifyingContract: draw.world.permit2 }, message })
}
