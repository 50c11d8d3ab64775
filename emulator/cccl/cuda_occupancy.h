// cuda_occupancy.h: Thrust includes it, and uses nothing of it.
#pragma once
