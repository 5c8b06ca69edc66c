import { readRule, type FaultRule } from '../../faults/fault-rule.ts';
import type { RuleInForce } from '../../faults/fault-rules.ts';
import { param } from '../../http/exchange.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import type { RegisterRoutes } from '../../services/services.ts';

const MAX_RULES = 100;

/** The fault script: faults and their requests. */
export const registerFaultsRoutes: RegisterRoutes = ({ controls, faultRules }) => {
  const sendRules = (respond: Parameters<typeof sendJson>[0], status: number) => {
    sendJson(respond, status, { rules: faultRules.list().map(toBody) });
  };

  controls.on('POST', '/faults', async (exchange) => {
    const wanted = readRules(await readJsonBody(exchange.request));
    if (faultRules.list().length + wanted.length > MAX_RULES)
      throw new Problem('invalid-attribute', { name: 'rules', detail: `There may be ${MAX_RULES} rules.` });
    const added = wanted.map((rule) => faultRules.add(rule));
    sendJson(exchange, 201, { rules: added.map(toBody) });
  });

  controls.on('GET', '/faults', (exchange) => {
    sendRules(exchange, 200);
  });

  controls.on('DELETE', '/faults', (exchange) => {
    faultRules.clear();
    sendEmpty(exchange);
  });

  controls.on('DELETE', '/faults/:ruleId', (exchange) => {
    if (!faultRules.delete(Number(param(exchange, 'ruleId')))) throw notFound('ruleId');
    sendEmpty(exchange);
  });
};

/** One rule, or several as `{"rules": […]}`: all of them, or none when one cannot be read. */
function readRules(body: Readonly<Record<string, unknown>>): FaultRule[] {
  const { rules } = body;
  if (rules === undefined) return [readRule(body)];
  if (!Array.isArray(rules))
    throw new Problem('invalid-attribute', { name: 'rules', detail: '"rules" must be a list.' });
  return rules.map(readRule);
}

function toBody({ ruleId, sent, matched, fired }: RuleInForce): Record<string, unknown> {
  return { ruleId, ...sent, matched, fired };
}
