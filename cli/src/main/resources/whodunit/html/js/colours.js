// SPDX-License-Identifier: Apache-2.0
// Okabe and Ito's colours, which colour-blind people can tell apart; dark text is readable on all of them
const OKABE_ITO = ['#56b4e9', '#e69f00', '#3fb28a', '#f0e442', '#cc79a7', '#e5804a', '#8fa3d9'];
const KERNEL = '#bdbdbd';
const NEUTRAL = '#d9d9d9';
const FOUND = '#ff4fd8';

const tierColour = tier => tier < 0 ? NEUTRAL : OKABE_ITO[tier % OKABE_ITO.length];
/** For the leading transaction types, which are not tiers: the same colours from the other end; the others are grey. */
const typeColour = rank => rank >= 0 && rank < OKABE_ITO.length ? OKABE_ITO[OKABE_ITO.length - 1 - rank] : NEUTRAL;

/** A share as lightness of one hue, which needs no colour vision. */
const heat = x => d3.interpolateRgb('#fff3df', '#e07b00')(Math.sqrt(Math.max(0, Math.min(1, x))));
