export { configure, type Config } from './core/config.ts';
export { VhError, isVhError, type VhErrorCode, type VhErrorDetails } from './core/vh-error.ts';
export { Store, type StoreListener } from './core/store.ts';
export * from './client/index.ts';
