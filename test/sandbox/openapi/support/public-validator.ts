import { Validator } from '@seriousme/openapi-schema-validator';

/** What a public validator says of an OpenAPI document: `valid`, or its complaint. */
export async function validatorSays(document: object): Promise<string> {
  const { valid, errors } = await new Validator().validate({ ...document });
  return valid ? 'valid' : JSON.stringify(errors);
}
