// ptx_table.cpp: the instructions of PTX that the emulator has. To add one, write a row, and if its
// meaning is a new function, that function into a header that emulator/ptx.h includes.
#include "ptx_table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

using word_pair = std::pair<std::string_view, std::string_view>;

constexpr std::array<word_pair, 33> special_registers = {{
    {"laneid", "::cuda_emulator::lane_index()"},
    {"warpid", "::cuda_emulator::thread_in_block() / 32"},
    {"globaltimer", "clock64()"},
    {"clock64", "clock64()"},
    {"clock", "clock64()"},
    {"lanemask_eq", "1u << ::cuda_emulator::lane_index()"},
    {"lanemask_lt", "(1u << ::cuda_emulator::lane_index()) - 1u"},
    {"lanemask_le", "(2u << ::cuda_emulator::lane_index()) - 1u"},
    {"tid.x", "threadIdx.x"},
    {"tid.y", "threadIdx.y"},
    {"tid.z", "threadIdx.z"},
    {"ntid.x", "blockDim.x"},
    {"ntid.y", "blockDim.y"},
    {"ntid.z", "blockDim.z"},
    {"ctaid.x", "blockIdx.x"},
    {"ctaid.y", "blockIdx.y"},
    {"ctaid.z", "blockIdx.z"},
    {"nctaid.x", "gridDim.x"},
    {"nctaid.y", "gridDim.y"},
    {"nctaid.z", "gridDim.z"},
    {"cluster_ctarank", "::cuda_emulator::cluster_rank()"},
    {"cluster_nctarank", "::cuda_emulator::blocks_of_cluster()"},
    {"cluster_ctaid.x", "::cuda_emulator::index_in_cluster().x"},
    {"cluster_ctaid.y", "::cuda_emulator::index_in_cluster().y"},
    {"cluster_ctaid.z", "::cuda_emulator::index_in_cluster().z"},
    {"cluster_nctaid.x", "::cuda_emulator::size_of_cluster().x"},
    {"cluster_nctaid.y", "::cuda_emulator::size_of_cluster().y"},
    {"cluster_nctaid.z", "::cuda_emulator::size_of_cluster().z"},
    {"clusterid.x", "::cuda_emulator::index_of_cluster().x"},
    {"clusterid.y", "::cuda_emulator::index_of_cluster().y"},
    {"clusterid.z", "::cuda_emulator::index_of_cluster().z"},
    {"dynamic_smem_size", "::cuda_emulator::dynamic_shared_bytes()"},
    {"is_explicit_cluster", "::cuda_emulator::in_cluster()"},
}};

constexpr std::array<word_pair, 15> types = {{
    {"pred", "bool"},
    {"b8", "unsigned char"},
    {"u8", "unsigned char"},
    {"s8", "signed char"},
    {"b16", "unsigned short"},
    {"u16", "unsigned short"},
    {"s16", "short"},
    {"b32", "unsigned"},
    {"u32", "unsigned"},
    {"s32", "int"},
    {"f32", "float"},
    {"b64", "unsigned long long"},
    {"u64", "unsigned long long"},
    {"s64", "long long"},
    {"f64", "double"},
}};

// Words that say how an instruction is to be done, and change nothing of what it gives.
constexpr std::array<std::string_view, 22> manners = {"release",
                                                      "acquire",
                                                      "relaxed",
                                                      "volatile",
                                                      "weak",
                                                      "cta",
                                                      "cluster",
                                                      "gpu",
                                                      "sys",
                                                      "shared",
                                                      "shared::cta",
                                                      "shared::cluster",
                                                      "L2::64B",
                                                      "L2::128B",
                                                      "L2::256B",
                                                      "L2::cache_hint",
                                                      "L1::no_allocate",
                                                      "nc",
                                                      "tile",
                                                      "aligned",
                                                      "uni",
                                                      "b64"};

#define PTX "::cuda_emulator::ptx::"
#define GIVES_NOTHING false
// An operand, read as the instruction's type; and what the first operand is given.
#define READ(OPERAND) PTX "as<$t>(" OPERAND ")"
#define GIVEN(VALUE) PTX "as<decltype($0)>(" VALUE ")"
constexpr ptx_row rows[] = {
    // Numbers
    {"mov.u32", "$1"}, // of special registers, mostly
    {"mov.u64", "$1"},
    {"mov.T", GIVEN(READ("$1"))},
    {"activemask.b32", "__activemask()"},
    {"popc.b32", "__popc($1)"},
    {"popc.b64", "__popcll($1)"},
    {"clz.b32", "__clz($1)"},
    {"brev.b32", "__brev($1)"},
    {"bfind.u32", "31 - __clz($1)"},
    {"prmt.b32", "__byte_perm($1, $2, $3)"},
    {"mul.hi.u32", "__umulhi($1, $2)"},
    {"mul.hi.s32", "__mulhi($1, $2)"},
    {"mul.lo.T", "$1 * $2"},
    {"mul.wide.u32", PTX "wide_product<unsigned>($1, $2)"},
    {"mul.wide.s32", PTX "wide_product<int>($1, $2)"},
    {"mad.lo.T", "$1 * $2 + $3"},
    {"add.T", "$1 + $2"},
    {"sub.T", "$1 - $2"},
    {"and.T", "$1 & $2"},
    {"or.T", "$1 | $2"},
    {"xor.T", "$1 ^ $2"},
    {"not.T", "~$1"},
    {"shl.T", PTX "shifted_left<$t>($1, $2)"},
    {"shr.T", PTX "shifted_right<$t>($1, $2)"},
    {"vabsdiff4.u32.u32.u32.add", "__vsadu4($1, $2) + $3"},
    {"fma.rn.f32", "fmaf($1, $2, $3)"},
    {"fma.rn.f64", "fma($1, $2, $3)"},
    {"ex2.approx.f32", "exp2f($1)"},
    {"ex2.approx.ftz.f32", "exp2f($1)"},
    {"lg2.approx.f32", "log2f($1)"},
    {"lg2.approx.ftz.f32", "log2f($1)"},
    {"rcp.approx.f32", "1.0f / $1"},
    {"rcp.approx.ftz.f32", "1.0f / $1"},
    {"sqrt.approx.f32", "sqrtf($1)"},
    {"sqrt.approx.ftz.f32", "sqrtf($1)"},
    {"rsqrt.approx.f32", "rsqrtf($1)"},
    {"rsqrt.approx.ftz.f32", "rsqrtf($1)"},
    {"tanh.approx.f32", "tanhf($1)"},
    {"sin.approx.f32", "sinf($1)"},
    {"cos.approx.f32", "cosf($1)"},
    {"cvt.rna.tf32.f32", PTX "to_tf32($1)"},
    {"cvt.rn.tf32.f32", PTX "to_even_tf32($1)"},
    {"cvt.rn.satfinite.e4m3x2.f32", PTX "to_fp8x2<" PTX "e4m3>($1, $2)"},
    {"cvt.rn.satfinite.e5m2x2.f32", PTX "to_fp8x2<" PTX "e5m2>($1, $2)"},
    {"cvt.T.T", "static_cast<$s>(static_cast<$t>($1))"},
    {"setp.eq.T", READ("$1") " == " READ("$2")},
    {"setp.ne.T", PTX "differ<$t>(" READ("$1") ", " READ("$2") ")"},
    {"setp.lt.T", READ("$1") " < " READ("$2")},
    {"setp.le.T", READ("$1") " <= " READ("$2")},
    {"setp.gt.T", READ("$1") " > " READ("$2")},
    {"setp.ge.T", READ("$1") " >= " READ("$2")},
    {"selp.T", GIVEN("$3 ? " READ("$1") " : " READ("$2"))},
    {"elect.sync", PTX "elected($1)"},

    // Order
    {"trap", "__trap()", GIVES_NOTHING},
    {"membar.cta", "__threadfence_block()", GIVES_NOTHING},
    {"membar.gl", "__threadfence()", GIVES_NOTHING},
    {"membar.sys", "__threadfence_system()", GIVES_NOTHING},
    {"fence.acq_rel.cta", "__threadfence_block()", GIVES_NOTHING},
    {"fence.acq_rel.cluster", "__threadfence()", GIVES_NOTHING},
    {"fence.acq_rel.gpu", "__threadfence()", GIVES_NOTHING},
    {"fence.acq_rel.sys", "__threadfence_system()", GIVES_NOTHING},
    {"fence.sc.cta", "__threadfence_block()", GIVES_NOTHING},
    {"fence.sc.cluster", "__threadfence()", GIVES_NOTHING},
    {"fence.sc.gpu", "__threadfence()", GIVES_NOTHING},
    {"fence.sc.sys", "__threadfence_system()", GIVES_NOTHING},
    {"fence.proxy.async", PTX "fence_for_engines()", GIVES_NOTHING},
    {"fence.proxy.async.global", "__threadfence()", GIVES_NOTHING},
    {"fence.mbarrier_init.release.cluster", PTX "fence_of_barriers()", GIVES_NOTHING},
    {"barrier.cluster.arrive", "::cuda_emulator::arrive_at_cluster()", GIVES_NOTHING},
    {"barrier.cluster.wait", "::cuda_emulator::wait_for_cluster()", GIVES_NOTHING},
    {"bar.sync", PTX "wait_at_named_barrier($0, $1{0})", GIVES_NOTHING},
    {"barrier.sync", PTX "wait_at_named_barrier($0, $1{0})", GIVES_NOTHING},
    {"bar.arrive", PTX "arrive_at_named_barrier($0, $1)", GIVES_NOTHING},
    {"barrier.arrive", PTX "arrive_at_named_barrier($0, $1)", GIVES_NOTHING},
    {"bar.warp.sync", "__syncwarp($0)", GIVES_NOTHING},

    // Addresses, loads and stores
    {"cvta.to.shared.u64", PTX "shared_address(reinterpret_cast<const void *>($1))"},
    {"cvta.to.global.u64", "$1"},
    {"mapa.u32", PTX "address_in_cluster($1, $2)"},
    {"mapa.u64", PTX "pointer_in_cluster($1, $2)"},
#define ORDERED(LOAD, LOADS, STORE, STORES, SCOPE, NUMBER)                                         \
    {"ld." LOAD "." SCOPE ".T",                                                                    \
     GIVEN(PTX "load_in_order(reinterpret_cast<const $t *>($a1), " LOADS ", " NUMBER ")")},        \
    {                                                                                              \
        "st." STORE "." SCOPE ".T",                                                                \
            "::cuda_emulator::ordered_store(reinterpret_cast<$t *>($a0), " READ("$1") ", " STORES  \
                                                                                      ", " NUMBER  \
                                                                                      ")",         \
            GIVES_NOTHING                                                                          \
    }
#define IN_SCOPE(SCOPE, NUMBER)                                                                    \
    ORDERED("acquire", "__ATOMIC_ACQUIRE", "release", "__ATOMIC_RELEASE", SCOPE, NUMBER),          \
        ORDERED("relaxed", "__ATOMIC_RELAXED", "relaxed", "__ATOMIC_RELAXED", SCOPE, NUMBER)
    IN_SCOPE("cta", "__NV_THREAD_SCOPE_BLOCK"),
    IN_SCOPE("cta.global", "__NV_THREAD_SCOPE_BLOCK"),
    IN_SCOPE("cluster", "__NV_THREAD_SCOPE_CLUSTER"),
    IN_SCOPE("cluster.global", "__NV_THREAD_SCOPE_CLUSTER"),
    IN_SCOPE("gpu", "__NV_THREAD_SCOPE_DEVICE"),
    IN_SCOPE("gpu.global", "__NV_THREAD_SCOPE_DEVICE"),
    IN_SCOPE("sys", "__NV_THREAD_SCOPE_SYSTEM"),
    IN_SCOPE("sys.global", "__NV_THREAD_SCOPE_SYSTEM"),
#undef IN_SCOPE
#undef ORDERED
// Which cache keeps it makes no difference here.
#define CACHED(LOAD, STORE)                                                                        \
    {"ld.global." LOAD ".T", GIVEN(PTX "load<$t>(" PTX "generic($b1))")},                          \
        {"ld.global." LOAD ".v2.T", PTX "load_vector<$t>(" PTX "generic($b1), $v0)",               \
         GIVES_NOTHING},                                                                           \
        {"ld.global." LOAD ".v4.T", PTX "load_vector<$t>(" PTX "generic($b1), $v0)",               \
         GIVES_NOTHING},                                                                           \
        {"st.global." STORE ".T", PTX "store<$t>(" PTX "generic($b0), $1)", GIVES_NOTHING},        \
        {"st.global." STORE ".v2.T", PTX "store_vector<$t>(" PTX "generic($b0), $v1)",             \
         GIVES_NOTHING},                                                                           \
    {                                                                                              \
        "st.global." STORE ".v4.T", PTX "store_vector<$t>(" PTX "generic($b0), $v1)",              \
            GIVES_NOTHING                                                                          \
    }
    CACHED("ca", "wb"),
    CACHED("cg", "cg"),
    CACHED("cs", "cs"),
    CACHED("nc", "wt"),
#undef CACHED
    {"ld.shared.T", GIVEN(PTX "load<$t>(" PTX "shared($b1))")},
    {"ld.shared::cta.T", GIVEN(PTX "load<$t>(" PTX "shared($b1))")},
    {"ld.shared::cluster.T", GIVEN(PTX "load<$t>(" PTX "shared($b1))")},
    {"ld.global.T", GIVEN(PTX "load<$t>(" PTX "generic($b1))")},
    {"ld.T", GIVEN(PTX "load<$t>(" PTX "generic($b1))")},
    {"ld.shared.v2.T", PTX "load_vector<$t>(" PTX "shared($b1), $v0)", GIVES_NOTHING},
    {"ld.shared.v4.T", PTX "load_vector<$t>(" PTX "shared($b1), $v0)", GIVES_NOTHING},
    {"ld.global.v2.T", PTX "load_vector<$t>(" PTX "generic($b1), $v0)", GIVES_NOTHING},
    {"ld.global.v4.T", PTX "load_vector<$t>(" PTX "generic($b1), $v0)", GIVES_NOTHING},
    {"st.shared.T", PTX "store<$t>(" PTX "shared($b0), $1)", GIVES_NOTHING},
    {"st.shared::cta.T", PTX "store<$t>(" PTX "shared($b0), $1)", GIVES_NOTHING},
    {"st.shared::cluster.T", PTX "store<$t>(" PTX "shared($b0), $1)", GIVES_NOTHING},
    {"st.global.T", PTX "store<$t>(" PTX "generic($b0), $1)", GIVES_NOTHING},
    {"st.T", PTX "store<$t>(" PTX "generic($b0), $1)", GIVES_NOTHING},
    {"st.shared.v2.T", PTX "store_vector<$t>(" PTX "shared($b0), $v1)", GIVES_NOTHING},
    {"st.shared.v4.T", PTX "store_vector<$t>(" PTX "shared($b0), $v1)", GIVES_NOTHING},
    {"st.global.v2.T", PTX "store_vector<$t>(" PTX "generic($b0), $v1)", GIVES_NOTHING},
    {"st.global.v4.T", PTX "store_vector<$t>(" PTX "generic($b0), $v1)", GIVES_NOTHING},

    // Barriers in memory
    {"mbarrier.init", PTX "mbarrier_init($a0, $1)", GIVES_NOTHING},
    {"mbarrier.inval", PTX "mbarrier_inval($a0)", GIVES_NOTHING},
    {"mbarrier.arrive", PTX "mbarrier_arrive($a1, $2{1})"},
    {"mbarrier.arrive.noComplete", PTX "mbarrier_arrive($a1, $2)"},
    {"mbarrier.arrive_drop", PTX "mbarrier_arrive_drop($a1, $2{1})"},
    {"mbarrier.arrive.expect_tx", PTX "mbarrier_arrive_expect_tx($a1, $2)"},
    {"mbarrier.expect_tx", PTX "mbarrier_expect_tx($a0, $1)", GIVES_NOTHING},
    {"mbarrier.complete_tx", PTX "mbarrier_complete_tx($a0, $1)", GIVES_NOTHING},
    {"mbarrier.test_wait", PTX "mbarrier_try_wait($a1, $2)"},
    {"mbarrier.try_wait", PTX "mbarrier_try_wait($a1, $2)"},
    {"mbarrier.test_wait.parity", PTX "mbarrier_try_wait_parity($a1, $2)"},
    {"mbarrier.try_wait.parity", PTX "mbarrier_try_wait_parity($a1, $2)"},
    {"mbarrier.pending_count", PTX "mbarrier_pending_count($1)"},

    // Copies that go on by themselves
    {"cp.async.ca.shared.global.L2::cache_hint",
     PTX "copy_async_by_policy(" PTX "shared($b0), " PTX "generic($b1), $2, $3, $4{nullptr})",
     GIVES_NOTHING},
    {"cp.async.cg.shared.global.L2::cache_hint",
     PTX "copy_async_by_policy(" PTX "shared($b0), " PTX "generic($b1), $2, $3, $4{nullptr})",
     GIVES_NOTHING},
    {"cp.async.ca.shared.global",
     PTX "copy_async(" PTX "shared($b0), " PTX "generic($b1), $2, $3{$2})", GIVES_NOTHING},
    {"cp.async.cg.shared.global",
     PTX "copy_async(" PTX "shared($b0), " PTX "generic($b1), $2, $3{$2})", GIVES_NOTHING},
    {"cp.async.commit_group", "__pipeline_commit()", GIVES_NOTHING},
    {"cp.async.wait_group", "__pipeline_wait_prior($0)", GIVES_NOTHING},
    {"cp.async.wait_all", PTX "wait_for_copies()", GIVES_NOTHING},
    {"cp.async.mbarrier.arrive", PTX "mbarrier_arrive_behind_copies($a0, false)", GIVES_NOTHING},
    {"cp.async.mbarrier.arrive.noinc", PTX "mbarrier_arrive_behind_copies($a0, true)",
     GIVES_NOTHING},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster",
     PTX "fetch(" PTX "shared($b0), " PTX "generic($b1), $2, " PTX "shared($b3), $4)",
     GIVES_NOTHING},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes",
     PTX "fetch(" PTX "shared($b0), " PTX "generic($b1), $2, " PTX "shared($b3))", GIVES_NOTHING},
    {"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes",
     PTX "fetch(" PTX "shared($b0), " PTX "generic($b1), $2, " PTX "shared($b3))", GIVES_NOTHING},
    {"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes",
     PTX "fetch(" PTX "shared($b0), " PTX "shared($b1), $2, " PTX "shared($b3))", GIVES_NOTHING},
    {"cp.async.bulk.global.shared::cta.bulk_group",
     PTX "put(" PTX "generic($b0), " PTX "shared($b1), $2)", GIVES_NOTHING},
#define COMBINING(NAME, OPERATION, TYPE, T)                                                        \
    {                                                                                              \
        "cp.reduce.async.bulk.global.shared::cta.bulk_group." NAME "." TYPE,                       \
            PTX "put_reduced<" PTX "operation::" OPERATION ", " T ">(" PTX "generic($b0), " PTX    \
                "shared($b1), $2)",                                                                \
            GIVES_NOTHING                                                                          \
    }
#define REDUCTION(NAME, OPERATION)                                                                 \
    COMBINING(NAME, OPERATION, "T", "$t"),                                                         \
        {"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes." NAME     \
         ".T",                                                                                     \
         PTX "fetch_reduced<" PTX "operation::" OPERATION ", $t>(" PTX "shared($b0), " PTX         \
             "shared($b1), $2, " PTX "shared($b3))",                                               \
         GIVES_NOTHING},                                                                           \
    {                                                                                              \
        "red.async.mbarrier::complete_tx::bytes." NAME ".T",                                       \
            PTX "reduce_async<" PTX "operation::" OPERATION ", $t>(" PTX "shared($b0), " PTX       \
                "shared($b2), $1)",                                                                \
            GIVES_NOTHING                                                                          \
    }
    REDUCTION("add", "add"),
    REDUCTION("min", "min"),
    REDUCTION("max", "max"),
    REDUCTION("inc", "inc"),
    REDUCTION("dec", "dec"),
    REDUCTION("and", "and_op"),
    REDUCTION("or", "or_op"),
    REDUCTION("xor", "xor_op"),
    COMBINING("add.noftz", "add", "f16", PTX "f16"),
    COMBINING("min", "min", "f16", PTX "f16"),
    COMBINING("max", "max", "f16", PTX "f16"),
    COMBINING("add.noftz", "add", "bf16", PTX "bf16"),
    COMBINING("min", "min", "bf16", PTX "bf16"),
    COMBINING("max", "max", "bf16", PTX "bf16"),
#undef REDUCTION
#undef COMBINING
    {"st.async.mbarrier::complete_tx::bytes.T",
     PTX "store_async(" PTX "shared($b0), " PTX "shared($b2), " PTX "from(" READ("$1") "))",
     GIVES_NOTHING},
    {"st.async.mbarrier::complete_tx::bytes.v2.T",
     PTX "store_async(" PTX "shared($b0), " PTX "shared($b2), " PTX "from($v1))", GIVES_NOTHING},
    {"st.async.mbarrier::complete_tx::bytes.v4.T",
     PTX "store_async(" PTX "shared($b0), " PTX "shared($b2), " PTX "from($v1))", GIVES_NOTHING},
    {"cp.async.bulk.tensor.#d.shared::cluster.global.mbarrier::complete_tx::bytes"
     ".multicast::cluster",
     PTX "fetch_tile<$#>(" PTX "shared($b0), " PTX "generic($b1), {$c1}, " PTX "shared($b2), $3)",
     GIVES_NOTHING},
    {"cp.async.bulk.tensor.#d.shared::cluster.global.mbarrier::complete_tx::bytes",
     PTX "fetch_tile<$#>(" PTX "shared($b0), " PTX "generic($b1), {$c1}, " PTX "shared($b2))",
     GIVES_NOTHING},
    {"cp.async.bulk.tensor.#d.shared::cta.global.mbarrier::complete_tx::bytes",
     PTX "fetch_tile<$#>(" PTX "shared($b0), " PTX "generic($b1), {$c1}, " PTX "shared($b2))",
     GIVES_NOTHING},
    {"cp.async.bulk.tensor.#d.global.shared::cta.bulk_group",
     PTX "put_tile<$#>(" PTX "generic($b0), {$c0}, " PTX "shared($b1))", GIVES_NOTHING},
    {"cp.async.bulk.commit_group", PTX "commit_puts()", GIVES_NOTHING},
    {"cp.async.bulk.wait_group", PTX "wait_for_puts($0)", GIVES_NOTHING},
    {"cp.async.bulk.wait_group.read", PTX "wait_for_puts($0)", GIVES_NOTHING},
    {"prefetch.tensormap", PTX "generic($b0)", GIVES_NOTHING},
    {"fence.proxy.tensormap::generic.acquire.gpu", "__threadfence()", GIVES_NOTHING},
    {"createpolicy.fractional.L2::evict_first.b64", "0"},
    {"createpolicy.fractional.L2::evict_last.b64", "0"},

    // Matrices
    {"ldmatrix.sync.aligned.m8n8.x#.shared.b16",
     PTX "load_matrices<$#>(" PTX "shared($b1), false, $v0)", GIVES_NOTHING},
    {"ldmatrix.sync.aligned.m8n8.x#.trans.shared.b16",
     PTX "load_matrices<$#>(" PTX "shared($b1), true, $v0)", GIVES_NOTHING},
    {"stmatrix.sync.aligned.m8n8.x#.shared.b16",
     PTX "store_matrices<$#>(" PTX "shared($b0), false, $v1)", GIVES_NOTHING},
    {"stmatrix.sync.aligned.m8n8.x#.trans.shared.b16",
     PTX "store_matrices<$#>(" PTX "shared($b0), true, $v1)", GIVES_NOTHING},
#define MMA(SHAPE, M, N, K, D, A, B, C)                                                            \
    {                                                                                              \
        "mma.sync.aligned." SHAPE ".row.col." D "." A "." B "." C,                                 \
            PTX "mma<" M ", " N ", " K ", " PTX D ", " PTX A ", " PTX B ">(" PTX "to($v0), " PTX   \
                "from($v1), " PTX "from($v2), " PTX "from($v3))",                                  \
            GIVES_NOTHING                                                                          \
    }
    MMA("m8n8k4", "8", "8", "4", "f64", "f64", "f64", "f64"),
    MMA("m16n8k4", "16", "8", "4", "f64", "f64", "f64", "f64"),
    MMA("m16n8k8", "16", "8", "8", "f64", "f64", "f64", "f64"),
    MMA("m16n8k16", "16", "8", "16", "f64", "f64", "f64", "f64"),
    MMA("m16n8k4", "16", "8", "4", "f32", "tf32", "tf32", "f32"),
    MMA("m16n8k8", "16", "8", "8", "f32", "tf32", "tf32", "f32"),
    MMA("m16n8k8", "16", "8", "8", "f32", "bf16", "bf16", "f32"),
    MMA("m16n8k16", "16", "8", "16", "f32", "bf16", "bf16", "f32"),
    MMA("m16n8k8", "16", "8", "8", "f32", "f16", "f16", "f32"),
    MMA("m16n8k16", "16", "8", "16", "f32", "f16", "f16", "f32"),
    MMA("m16n8k8", "16", "8", "8", "f16", "f16", "f16", "f16"),
    MMA("m16n8k16", "16", "8", "16", "f16", "f16", "f16", "f16"),
    MMA("m16n8k32", "16", "8", "32", "f32", "e4m3", "e4m3", "f32"),
    MMA("m16n8k32", "16", "8", "32", "f32", "e4m3", "e5m2", "f32"),
    MMA("m16n8k32", "16", "8", "32", "f32", "e5m2", "e4m3", "f32"),
    MMA("m16n8k32", "16", "8", "32", "f32", "e5m2", "e5m2", "f32"),
    MMA("m8n8k16", "8", "8", "16", "s32", "s8", "s8", "s32"),
    MMA("m16n8k16", "16", "8", "16", "s32", "s8", "s8", "s32"),
    MMA("m16n8k32", "16", "8", "32", "s32", "s8", "s8", "s32"),
    MMA("m16n8k32", "16", "8", "32", "s32", "u8", "u8", "s32"),
#undef MMA
    {"wgmma.fence.sync.aligned", PTX "wgmma_fence()", GIVES_NOTHING},
    {"wgmma.commit_group.sync.aligned", PTX "wgmma_commit()", GIVES_NOTHING},
    {"wgmma.wait_group.sync.aligned", PTX "wgmma_wait($0)", GIVES_NOTHING},
#define WGMMA(K, D, A, B, SIGNS)                                                                   \
    {                                                                                              \
        "wgmma.mma_async.sync.aligned.m64n#k" K "." D "." A "." B,                                 \
            PTX "wgmma<$#, " PTX D ", " PTX A ", " PTX B ">(" PTX "to($v0), " PTX "factor($v1), "  \
                "$2, $3" SIGNS ")",                                                                \
            GIVES_NOTHING                                                                          \
    }
    WGMMA("16", "f32", "bf16", "bf16", ", $4, $5, $6{0}, $7{0}"),
    WGMMA("16", "f32", "f16", "f16", ", $4, $5, $6{0}, $7{0}"),
    WGMMA("16", "f16", "f16", "f16", ", $4, $5, $6{0}, $7{0}"),
    WGMMA("8", "f32", "tf32", "tf32", ", $4, $5"),
    WGMMA("32", "f32", "e4m3", "e4m3", ", $4, $5"),
    WGMMA("32", "f32", "e4m3", "e5m2", ", $4, $5"),
    WGMMA("32", "f32", "e5m2", "e4m3", ", $4, $5"),
    WGMMA("32", "f32", "e5m2", "e5m2", ", $4, $5"),
    WGMMA("32", "s32", "s8", "s8", ""),
    WGMMA("32", "s32", "u8", "u8", ""),
#undef WGMMA
    {"setmaxnreg.inc.sync.aligned.u32", PTX "set_registers($0)", GIVES_NOTHING},
    {"setmaxnreg.dec.sync.aligned.u32", PTX "set_registers($0)", GIVES_NOTHING},
    {"griddepcontrol.wait", "(void)0", GIVES_NOTHING},
    {"griddepcontrol.launch_dependents", "(void)0", GIVES_NOTHING},
};
#undef PTX
#undef GIVES_NOTHING
#undef READ
#undef GIVEN

std::vector<std::string_view> words_of(std::string_view name) {
    std::vector<std::string_view> words;
    for (std::size_t from = 0; from <= name.size();) {
        const std::size_t end = std::min(name.find('.', from), name.size());
        words.push_back(name.substr(from, end - from));
        from = end + 1;
    }
    return words;
}

// Of a word with a number where the pattern has #: the number, or nothing.
std::string number_in(std::string_view word, std::string_view pattern) {
    const std::size_t at = pattern.find('#');
    if (at == std::string_view::npos || word.size() < pattern.size() ||
        word.substr(0, at) != pattern.substr(0, at))
        return {};
    std::size_t end = at;
    while (end < word.size() && word[end] >= '0' && word[end] <= '9')
        ++end;
    return end > at && word.substr(end) == pattern.substr(at + 1)
               ? std::string(word.substr(at, end - at))
               : std::string();
}

bool matches(const std::vector<std::string_view> &words,
             const std::vector<std::string_view> &pattern, ptx_match &match) {
    std::size_t next = 0;
    const bool accesses = words[0] == "ld" || words[0] == "st"; // whose order has rows of its own
    for (const std::string_view word : words) {
        const std::string_view wanted = next < pattern.size() ? pattern[next] : "";
        if (word.substr(0, 6) == "shared")
            match.of_shared_memory = true;
        if (word == wanted) {
            ++next;
        } else if (wanted == "T" && !type_of_ptx(word).empty()) {
            match.type_before = match.type;
            match.type = type_of_ptx(word);
            ++next;
        } else if (const std::string number = number_in(word, wanted); !number.empty()) {
            match.number = number;
            ++next;
        } else if (!one_of(word, manners) ||
                   (accesses && (word == "acquire" || word == "release"))) {
            return false;
        }
    }
    return next == pattern.size();
}

} // namespace

ptx_match find_instruction(std::string_view name) {
    const std::vector<std::string_view> words = words_of(name);
    for (const ptx_row &row : rows) {
        ptx_match match;
        if (matches(words, words_of(row.pattern), match)) {
            match.row = &row;
            return match;
        }
    }
    return {};
}

std::string_view special_register(std::string_view name) {
    for (const auto &[word, meaning] : special_registers)
        if (word == name)
            return meaning;
    return {};
}

std::string_view type_of_ptx(std::string_view name) {
    for (const auto &[word, meaning] : types)
        if (word == name)
            return meaning;
    return {};
}

} // namespace cuda_rewriter
