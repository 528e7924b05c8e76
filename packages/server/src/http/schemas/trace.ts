import { Type } from 'typebox'
import { Nullable, OneOf } from './common.ts'

const TracedCall = Type.Object(
  {
    depth: Type.Integer({ description: '0: the transaction itself. Its calls follow it, each one deeper.' }),
    type: OneOf(['CALL', 'STATICCALL', 'DELEGATECALL', 'CALLCODE', 'CREATE', 'CREATE2', 'SELFDESTRUCT']),
    from: Type.String({ description: 'Caller.' }),
    to: Nullable(Type.String(), { description: 'Callee, or the created contract; null where a creation failed.' }),
    label: Nullable(Type.String(), { description: 'Name of the callee.' }),
    functionName: Type.String({
      description: 'Always text: `Native transfer`, `Contract creation` or `Unknown function 0x12345678`.',
    }),
    signature: Nullable(Type.String(), { description: 'Such as `transfer(address to,uint256 amount)`.' }),
    parameters: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          type: Type.String(),
          value: Type.String(),
          display: Nullable(Type.String({ description: 'For people, as in `decoded`.' })),
          label: Nullable(Type.String({ description: 'Name of the address.' })),
        },
        { title: 'TracedParameter' },
      ),
      { description: 'The first 16, each cut at 200 characters.' },
    ),
    value: Type.String({ description: 'Wei, decimal.' }),
    gasUsed: Type.String(),
    success: Type.Boolean({ description: 'A call that succeeds inside one that fails is undone with it.' }),
    error: Nullable(Type.String(), { description: 'Reason of the failure.' }),
  },
  { title: 'TracedCall' },
)

/** Calls of an execution in the order in which they were made, depth first. */
export const TraceSchema = Type.Object(
  {
    calls: Type.Array(TracedCall, { description: 'At most 400, depth first.' }),
    leftOut: Type.Integer({ description: 'Calls beyond those.' }),
  },
  { title: 'Trace' },
)
