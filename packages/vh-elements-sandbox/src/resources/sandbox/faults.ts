import { readRule, type FaultRule } from '../../faults/fault-rule.ts';
import { FAULT_PRESETS, findPreset, type FaultPreset } from '../../faults/presets.ts';
import type { RuleInForce } from '../../faults/fault-rules.ts';
import { param } from '../../http/exchange.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import type { RegisterRoutes } from '../../services/services.ts';

const MAX_RULES = 100;

/** The fault script: rules, and the usual ones by name. */
export const registerFaultsRoutes: RegisterRoutes = ({ controls, faultRules, state }) => {
  const sendRules = (respond: Parameters<typeof sendJson>[0], status: number) => {
    sendJson(respond, status, { rules: faultRules.list().map(toBody) });
  };

  controls.on('POST', '/faults', async (exchange) => {
    const body = await readJsonBody(exchange.request);
    const preset = readPreset(body);
    const wanted = preset?.rules ?? readRules(body);
    if (faultRules.list().length + wanted.length > MAX_RULES)
      throw new Problem('invalid-attribute', { name: 'rules', detail: `There may be ${MAX_RULES} rules.` });
    if (preset && preset.aheadMs > 0) {
      // It acts on the whole state, as below `/v1`.
      controls.checkOwn(exchange);
      await state.advance(preset.aheadMs);
    }
    const added = wanted.map((rule) => faultRules.add(rule));
    sendJson(exchange, 201, { rules: added.map(toBody) });
  });

  controls.on('GET', '/faults', (exchange) => {
    sendRules(exchange, 200);
  });

  controls.on('GET', '/faults/presets', (exchange) => {
    sendJson(exchange, 200, { presets: FAULT_PRESETS.map(presetBody) });
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

/** The preset that a body names; undefined for one of rules. */
function readPreset(body: Readonly<Record<string, unknown>>): FaultPreset | undefined {
  if (body['preset'] === undefined) return undefined;
  const preset = findPreset(body['preset']);
  const names = FAULT_PRESETS.map(({ name }) => name).join(', ');
  if (!preset || Object.keys(body).length > 1)
    throw new Problem('invalid-attribute', {
      name: 'preset',
      detail: `"preset" must be alone, and one of ${names}.`,
    });
  return preset;
}

function presetBody({ name, title, about, rules, aheadMs }: FaultPreset): Record<string, unknown> {
  return { name, title, about, rules: rules.map(({ sent }) => sent), aheadMs };
}

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
