// helper_timer.h, of the family of helper_cuda.h: a stop watch of the host's, in milliseconds.
#ifndef COMMON_HELPER_TIMER_H_
#define COMMON_HELPER_TIMER_H_

#include <chrono>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

class StopWatchInterface {
public:
    virtual ~StopWatchInterface() {}
    virtual void start() = 0;
    virtual void stop() = 0;
    virtual void reset() = 0;           // goes on running if it runs
    virtual float getTime() = 0;        // in all, the round that runs included
    virtual float getAverageTime() = 0; // of the rounds that have been stopped
};

class StopWatchLinux : public StopWatchInterface {
public:
    void start() override {
        began_ = clock::now();
        running_ = true;
    }
    void stop() override {
        total_ += since_start();
        running_ = false;
        ++rounds_;
    }
    void reset() override {
        total_ = 0;
        rounds_ = 0;
        began_ = clock::now();
    }
    float getTime() override { return total_ + (running_ ? since_start() : 0.0f); }
    float getAverageTime() override {
        return rounds_ == 0 ? 0.0f : total_ / static_cast<float>(rounds_);
    }

private:
    using clock = std::chrono::steady_clock;
    float since_start() const {
        return std::chrono::duration<float, std::milli>(clock::now() - began_).count();
    }

    clock::time_point began_ = clock::now();
    float total_ = 0;
    int rounds_ = 0;
    bool running_ = false;
};

inline bool sdkCreateTimer(StopWatchInterface **timer) {
    *timer = new StopWatchLinux;
    return true;
}
inline bool sdkDeleteTimer(StopWatchInterface **timer) {
    delete *timer;
    *timer = nullptr;
    return true;
}
inline bool sdkStartTimer(StopWatchInterface **timer) {
    if (*timer != nullptr)
        (*timer)->start();
    return true;
}
inline bool sdkStopTimer(StopWatchInterface **timer) {
    if (*timer != nullptr)
        (*timer)->stop();
    return true;
}
inline bool sdkResetTimer(StopWatchInterface **timer) {
    if (*timer != nullptr)
        (*timer)->reset();
    return true;
}
inline float sdkGetAverageTimerValue(StopWatchInterface **timer) {
    return *timer == nullptr ? 0.0f : (*timer)->getAverageTime();
}
inline float sdkGetTimerValue(StopWatchInterface **timer) {
    return *timer == nullptr ? 0.0f : (*timer)->getTime();
}

#endif
