// What the cube is painted with, in the colours of the page's theme, and the sheets of its levels.

import * as THREE from "./vendor/three.module.min.js";
import { el } from "./texts.js";

/** The paints of stones, marks, sheets and their lines. */
export function materials() {
  // A colour of the sheet may be two, of which the theme takes one: an element tells which.
  const probe = document.body.appendChild(el("i"));
  const colour = name => {
    probe.style.color = `var(${name})`;
    return new THREE.Color(getComputedStyle(probe).color);
  };
  // Of the ways to be lit the one that costs least: the processor has to do it where there is no graphics card.
  const paint = (variable, more = {}) => new THREE.MeshLambertMaterial({ color: colour(variable), ...more });
  const faint = opacity => ({ transparent: true, opacity, depthWrite: false });
  // Unlit, and seen from below, too: a sheet for each level, and on it a tile under each stone, which tells its level at a glance.
  const flat = (variable, opacity) => new THREE.MeshBasicMaterial({ color: colour(variable), ...faint(opacity), side: THREE.DoubleSide });
  const all = {
    x: paint("--x"), o: paint("--o"), ghostx: paint("--x", faint(0.32)), ghosto: paint("--o", faint(0.32)), dot: paint("--dot", faint(0.55)),
    last: paint("--last", faint(0.28)), row: paint("--row", { emissive: colour("--row"), emissiveIntensity: 0.35 }),
    wins: paint("--danger", faint(0.4)), line: paint("--danger", faint(0.2)), key: paint("--key", faint(0.4)), hint: paint("--hint", faint(0.45)),
    sheet: flat("--sheet", 0.2), tilex: flat("--x", 0.3), tileo: flat("--o", 0.3), tilerow: flat("--row", 0.45),
    grid: new THREE.LineBasicMaterial({ color: colour("--grid"), transparent: true, opacity: 0.8 }),
  };
  probe.remove();
  return all;
}

/** A sheet at this height with its lines, so far apart. */
export function sheet(y, gap, paints) {
  const half = 2 * gap;
  const plane = new THREE.Mesh(new THREE.PlaneGeometry(2 * half, 2 * half), paints.sheet);
  plane.rotation.x = -Math.PI / 2;
  plane.position.y = y;
  const points = [-2, -1, 0, 1, 2].flatMap(line => [[line * gap, y, -half], [line * gap, y, half], [-half, y, line * gap], [half, y, line * gap]]);
  const lines = new THREE.BufferGeometry().setFromPoints(points.map(point => new THREE.Vector3(...point)));
  return [plane, new THREE.LineSegments(lines, paints.grid)];
}
