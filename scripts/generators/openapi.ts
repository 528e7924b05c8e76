import { describeApi } from '../../packages/server/src/http/openapi/describeApi.ts'

/** openapi.json, from the schemas the server validates with. */
export default async function openapi(): Promise<Record<string, string>> {
  return { 'openapi.json': `${JSON.stringify(await describeApi(), null, 2)}\n` }
}
