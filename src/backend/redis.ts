export { redisState, type RedisClient, type RedisStateOptions } from './state/redis-state.ts';
