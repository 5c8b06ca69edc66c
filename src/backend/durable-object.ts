export {
  durableObjectState,
  type DurableObjectStateOptions,
  type StateNamespace,
  type StateStub,
  type StateAnswer,
} from './state/durable-object-state.ts';
export { StateObject, type StateObjectContext } from './state/state-object.ts';
