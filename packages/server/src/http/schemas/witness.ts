import { Type } from 'typebox'
import { OneOf } from './common.ts'

/** `options.witness` of scans whose verdict can be executed again. */
export const WitnessOption = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      'Keep a verdict that can be verified elsewhere without a network: `GET /v1/scans/{requestId}/verdict`. The scan is executed twice at least, with engines of its own and without what is remembered, and takes up to a minute, whatever `deadlineMs` says; no language model words the answer.',
  }),
)

/** What became of the witness that was asked for. */
export const WitnessSchema = Type.Optional(
  Type.Union(
    [
      Type.Object(
        {
          kept: Type.Literal(true),
          kid: Type.String({ description: 'Key that signed it, of `/.well-known/redoubt-keys.json`.' }),
          bytes: Type.Integer({ description: 'Length of the verdict as a file.' }),
          reads: Type.Integer({ description: 'Reads of the chain, of lists and of services that it holds.' }),
        },
        { title: 'KeptWitness' },
      ),
      Type.Object(
        {
          kept: Type.Literal(false),
          reason: OneOf(['too-large', 'not-repeatable', 'ignored-members'], {
            description:
              '`too-large`: more was read than a verdict holds (4 MiB as a file). `not-repeatable`: executed again, the scan came out otherwise, as where a source answers late. `ignored-members`: the answer rests on members of the request that were ignored, which no verdict holds.',
          }),
        },
        { title: 'RefusedWitness' },
      ),
    ],
    { description: 'Present when `options.witness` is set.' },
  ),
)
