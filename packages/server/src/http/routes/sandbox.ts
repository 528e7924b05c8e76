import { Type } from 'typebox'
import { SCOPES } from '../../domain/apiKey.ts'
import { success } from '../answer/envelope.ts'
import type { App, Edge } from '../context.ts'
import { ChainName, Enveloped, Nullable } from '../schemas/common.ts'

const ScenarioSchema = Type.Object(
  {
    id: Type.String({ description: 'Stable, such as `drain-disguised-as-claim`.' }),
    title: Type.String({ description: 'What the signer believes to do.' }),
    shows: Type.String({ description: 'What its scan makes plain.' }),
    request: Type.Object(
      {
        chain: ChainName,
        from: Type.String(),
        to: Nullable(Type.String()),
        value: Type.String({ description: 'Wei, decimal.' }),
        data: Type.String(),
      },
      { description: 'Body of POST /v1/scan/transaction.' },
    ),
  },
  { title: 'SandboxScenario' },
)

const ScenarioList = Type.Object({
  scenarios: Type.Array(ScenarioSchema, { description: 'In the order of the demo.' }),
})

/** GET /v1/sandbox/scenarios */
export function sandboxRoutes(app: App, { ports }: Edge): void {
  app.get(
    '/v1/sandbox/scenarios',
    {
      config: { access: { scopes: SCOPES } },
      schema: {
        tags: ['Scan'],
        operationId: 'listSandboxScenarios',
        summary: 'Transactions to try on the sandbox',
        description: 'Six transactions on a network of the sandbox. Scan them with a `svc_test_` key.',
        response: { 200: Enveloped(ScenarioList, 'The transactions.') },
      },
    },
    async (request) => success(request, { scenarios: [...(await ports.sandboxScenarios())] }),
  )
}
