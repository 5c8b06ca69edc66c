import { css, darkness, daylight, ease, mix, rgb, seeded, skyAt } from './palette.mjs';

const random = seeded(7);
const stars = Array.from({ length: 420 }, () => ({
  x: random(),
  y: random() ** 1.4,
  size: 0.4 + random() ** 3 * 1.5,
  pace: 0.6 + random() * 2,
}));
const clouds = Array.from({ length: 11 }, () => ({
  x: random() * 1.5,
  y: 0.12 + random() * 0.34,
  width: 0.12 + random() * 0.2,
  puffs: Array.from({ length: 14 }, () => [random() - 0.5, (random() - 0.5) * 0.5, 0.25 + random() * 0.5]),
}));

/** Where the sun stands at an hour; below the horizon when it has set. */
export function sunAt(hour, { width, horizon }) {
  const part = (hour - 5.1) / (20.3 - 5.1);
  return { x: width * (0.14 + 0.72 * part), y: horizon - Math.sin(part * Math.PI) * horizon * 0.74, part };
}

/** Paints everything that is behind the hills. */
export function paintSky(context, { hour, seconds, width, horizon }) {
  const [top, middle, low] = skyAt(hour);
  const gradient = context.createLinearGradient(0, 0, 0, horizon);
  gradient.addColorStop(0, css(top));
  gradient.addColorStop(0.58, css(middle));
  gradient.addColorStop(1, css(low));
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, horizon);
  paintStars(context, { dark: darkness(hour), seconds, width, horizon });
  paintAurora(context, { hour, seconds, width, horizon });
  paintSun(context, { hour, width, horizon });
  paintMoon(context, { hour, width, horizon });
  paintClouds(context, { hour, seconds, width, horizon });
}

function paintStars(context, { dark, seconds, width, horizon }) {
  if (dark === 0) return;
  for (const { x, y, size, pace } of stars) {
    const glow = 0.55 + 0.45 * Math.sin(seconds * pace + x * 40);
    context.fillStyle = css([235, 240, 255], dark * glow * (1 - y * 0.7));
    context.beginPath();
    context.arc(x * width, y * horizon, size, 0, Math.PI * 2);
    context.fill();
  }
}

/** Northern lights: curtains of thin rays, green below and violet above, that sway and fade into one another. */
function paintAurora(context, { hour, seconds, width, horizon }) {
  const strength = Math.max(ease(21.3, 23, hour), 1 - ease(2.2, 4.2, hour));
  if (strength === 0) return;
  context.save();
  context.globalCompositeOperation = 'lighter';
  const step = 3;
  for (let curtain = 0; curtain < 3; curtain += 1) {
    for (let x = 0; x < width; x += step) {
      const u = x / width;
      const drift = seconds * (0.16 + curtain * 0.05);
      const sway = Math.sin(u * 5 + drift + curtain * 2) * 0.09 + Math.sin(u * 11 - drift * 1.4) * 0.035;
      const foot = horizon * (0.7 - curtain * 0.13 + sway);
      const rays = 0.62 + 0.38 * Math.sin(u * 90 + Math.sin(u * 21 + drift) * 5 + drift * 3);
      const body = Math.max(0, 0.25 + 0.75 * Math.sin(u * 3.4 + drift * 0.8 + curtain * 1.9)) ** 1.2;
      const alpha = strength * body * rays * (0.5 - curtain * 0.1);
      if (alpha < 0.004) continue;
      const tall = horizon * (0.42 + 0.18 * Math.sin(u * 7 + drift * 1.7 + curtain));
      const ray = context.createLinearGradient(0, foot - tall, 0, foot);
      ray.addColorStop(0, css([110, 70, 200], 0));
      ray.addColorStop(0.3, css([110, 80, 210], alpha * 0.3));
      ray.addColorStop(0.6, css([50, 170, 160], alpha * 0.55));
      ray.addColorStop(0.82, css([70, 230, 160], alpha));
      ray.addColorStop(0.92, css([70, 220, 150], alpha * 0.5));
      ray.addColorStop(1, css([60, 200, 140], 0));
      context.fillStyle = ray;
      context.fillRect(x, foot - tall, step, tall);
    }
  }
  context.restore();
}

function paintSun(context, { hour, width, horizon }) {
  const { x, y, part } = sunAt(hour, { width, horizon });
  if (part < -0.06 || part > 1.06) return;
  const warmth = 1 - Math.sin(Math.min(1, Math.max(0, part)) * Math.PI) ** 0.6;
  const colour = mix(rgb('#fff6df'), rgb('#ffb35c'), warmth);
  const halo = context.createRadialGradient(x, y, 0, x, y, width * 0.5);
  halo.addColorStop(0, css(colour, 0.75));
  halo.addColorStop(0.08, css(colour, 0.42));
  halo.addColorStop(0.3, css(colour, 0.15));
  halo.addColorStop(0.6, css(colour, 0.04));
  halo.addColorStop(1, css(colour, 0));
  context.fillStyle = halo;
  context.fillRect(0, 0, width, horizon);
  context.fillStyle = css(mix(colour, [255, 255, 255], 0.45));
  context.beginPath();
  context.arc(x, y, width * 0.027, 0, Math.PI * 2);
  context.fill();
}

function paintMoon(context, { hour, width, horizon }) {
  const night = (hour + 24 - 20.6) % 24;
  if (night > 9.4) return;
  const x = width * (0.95 - 0.42 * (night / 9.4));
  const y = horizon * (0.62 - 0.44 * Math.sin((night / 9.4) * Math.PI));
  const alpha = ease(0, 1.4, night) * (1 - ease(7.6, 9.2, night));
  const halo = context.createRadialGradient(x, y, 0, x, y, width * 0.12);
  halo.addColorStop(0, css([220, 230, 255], 0.32 * alpha));
  halo.addColorStop(0.3, css([220, 230, 255], 0.1 * alpha));
  halo.addColorStop(1, css([220, 230, 255], 0));
  context.fillStyle = halo;
  context.fillRect(0, 0, width, horizon);
  context.fillStyle = css([240, 243, 252], alpha);
  context.beginPath();
  context.arc(x, y, width * 0.015, 0, Math.PI * 2);
  context.fill();
}

function paintClouds(context, { hour, seconds, width, horizon }) {
  const [, middle, low] = skyAt(hour);
  const light = daylight(hour);
  const colour = mix(mix(middle, low, 0.6), [255, 255, 255], 0.22 + 0.5 * light);
  const alpha = 0.07 + 0.23 * light;
  for (const cloud of clouds) {
    const x = (((cloud.x + seconds * 0.006) % 1.5) - 0.25) * width;
    for (const [dx, dy, size] of cloud.puffs) {
      paintPuff(context, {
        x: x + dx * cloud.width * width,
        y: (cloud.y + dy * cloud.width * 0.3) * horizon,
        radius: size * cloud.width * width * 0.55,
        colour,
        alpha: alpha * 0.5,
      });
    }
  }
}

function paintPuff(context, { x, y, radius, colour, alpha }) {
  context.save();
  context.translate(x, y);
  context.scale(1, 0.24);
  const soft = context.createRadialGradient(0, 0, 0, 0, 0, radius);
  soft.addColorStop(0, css(colour, alpha));
  soft.addColorStop(1, css(colour, 0));
  context.fillStyle = soft;
  context.fillRect(-radius, -radius, radius * 2, radius * 2);
  context.restore();
}
