/* nvToolsExt.h: ranges and marks for NVIDIA's profilers, NVTX, for C and C++. No profiler listens
 * here, so every function does what it does on a GPU without one: nothing. */
#ifndef CUDA_EMULATOR_NVTOOLSEXT_H
#define CUDA_EMULATOR_NVTOOLSEXT_H

#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_API
#define NVTX_SUCCESS 0
#define NVTX_NO_PUSH_POP_TRACKING (-2)

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef struct nvtxResourceHandle *nvtxResourceHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;

/* What a range or a mark looks like. */
typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType;
    int32_t reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef struct nvtxEventAttributes_v2 nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

#define CUDA_EMULATOR_NVTX(RESULT, NAME, PARAMETERS, ...)                                          \
    static inline RESULT NAME PARAMETERS {                                                         \
        __VA_ARGS__                                                                                \
    }
/* One that takes a text of characters, and one of wide ones. */
#define CUDA_EMULATOR_NVTX_TEXT(RESULT, NAME, TEXT, ...)                                           \
    static inline RESULT NAME##A(const char *TEXT) {                                               \
        (void)TEXT;                                                                                \
        __VA_ARGS__                                                                                \
    }                                                                                              \
    static inline RESULT NAME##W(const wchar_t *TEXT) {                                            \
        (void)TEXT;                                                                                \
        __VA_ARGS__                                                                                \
    }
#define CUDA_EMULATOR_NVTX_NAMED(RESULT, NAME, TYPE, ...)                                          \
    static inline RESULT NAME##A(TYPE of, const char *text) {                                      \
        (void)of;                                                                                  \
        (void)text;                                                                                \
        __VA_ARGS__                                                                                \
    }                                                                                              \
    static inline RESULT NAME##W(TYPE of, const wchar_t *text) {                                   \
        (void)of;                                                                                  \
        (void)text;                                                                                \
        __VA_ARGS__                                                                                \
    }

CUDA_EMULATOR_NVTX(void, nvtxInitialize, (const void *reserved), (void)reserved;)
CUDA_EMULATOR_NVTX_TEXT(void, nvtxMark, message, )
CUDA_EMULATOR_NVTX_TEXT(int, nvtxRangePush, message, return NVTX_NO_PUSH_POP_TRACKING;)
CUDA_EMULATOR_NVTX_TEXT(nvtxRangeId_t, nvtxRangeStart, message, return 0;)
CUDA_EMULATOR_NVTX_TEXT(nvtxDomainHandle_t, nvtxDomainCreate, name, return NULL;)
CUDA_EMULATOR_NVTX_NAMED(void, nvtxNameCategory, uint32_t, )
CUDA_EMULATOR_NVTX_NAMED(void, nvtxNameOsThread, uint32_t, )
CUDA_EMULATOR_NVTX_NAMED(nvtxStringHandle_t, nvtxDomainRegisterString, nvtxDomainHandle_t,
                         return NULL;)
CUDA_EMULATOR_NVTX(int, nvtxRangePop, (void), return NVTX_NO_PUSH_POP_TRACKING;)
CUDA_EMULATOR_NVTX(void, nvtxRangeEnd, (nvtxRangeId_t id), (void)id;)
CUDA_EMULATOR_NVTX(void, nvtxMarkEx, (const nvtxEventAttributes_t *event), (void)event;)
CUDA_EMULATOR_NVTX(int, nvtxRangePushEx, (const nvtxEventAttributes_t *event), (void)event;
                   return NVTX_NO_PUSH_POP_TRACKING;)
CUDA_EMULATOR_NVTX(nvtxRangeId_t, nvtxRangeStartEx, (const nvtxEventAttributes_t *event),
                   (void)event;
                   return 0;)
CUDA_EMULATOR_NVTX(void, nvtxDomainDestroy, (nvtxDomainHandle_t domain), (void)domain;)
CUDA_EMULATOR_NVTX(void, nvtxDomainMarkEx,
                   (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event), (void)domain;
                   (void)event;)
CUDA_EMULATOR_NVTX(int, nvtxDomainRangePushEx,
                   (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event), (void)domain;
                   (void)event; return NVTX_NO_PUSH_POP_TRACKING;)
CUDA_EMULATOR_NVTX(int, nvtxDomainRangePop, (nvtxDomainHandle_t domain), (void)domain;
                   return NVTX_NO_PUSH_POP_TRACKING;)
CUDA_EMULATOR_NVTX(nvtxRangeId_t, nvtxDomainRangeStartEx,
                   (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event), (void)domain;
                   (void)event; return 0;)
CUDA_EMULATOR_NVTX(void, nvtxDomainRangeEnd, (nvtxDomainHandle_t domain, nvtxRangeId_t id),
                   (void)domain;
                   (void)id;)

#undef CUDA_EMULATOR_NVTX
#undef CUDA_EMULATOR_NVTX_TEXT
#undef CUDA_EMULATOR_NVTX_NAMED

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#endif

#endif
