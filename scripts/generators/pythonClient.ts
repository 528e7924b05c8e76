import { describeApi } from '../../packages/server/src/http/openapi/describeApi.ts'
import { pythonMethods } from './python/pythonMethods.ts'
import { pythonTypes } from './python/pythonTypes.ts'

const FOLDER = 'clients/python/src/redoubt_client'

/** Types and methods of the Python client, from the document. */
export default async function pythonClient(): Promise<Record<string, string>> {
  const document = JSON.parse(JSON.stringify(await describeApi()))
  return {
    [`${FOLDER}/types.py`]: pythonTypes(document),
    [`${FOLDER}/_methods.py`]: pythonMethods(document, 'sync'),
    [`${FOLDER}/_async_methods.py`]: pythonMethods(document, 'async'),
  }
}
