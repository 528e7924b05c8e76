// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Where a Safe account keeps its state, as its proxies and readers of storage expect, and how it runs calls.
abstract contract SafeStorage {
    event AddedOwner(address indexed owner);
    event RemovedOwner(address indexed owner);
    event ChangedThreshold(uint256 threshold);
    event EnabledModule(address indexed module);
    event DisabledModule(address indexed module);
    event ExecutionFromModuleSuccess(address indexed module);
    event ExecutionFromModuleFailure(address indexed module);
    event ChangedGuard(address indexed guard);
    event ChangedFallbackHandler(address indexed handler);

    /// Begin and end of the lists of owners and modules.
    address internal constant ENDS = address(1);
    bytes32 internal constant GUARD_SLOT = keccak256("guard_manager.guard.address");
    bytes32 internal constant HANDLER_SLOT = keccak256("fallback_manager.handler.address");

    /// The proxy's slot 0.
    address private singleton;
    mapping(address => address) internal modules;
    mapping(address => address) internal owners;
    uint256 internal ownerCount;
    uint256 internal threshold;
    uint256 public nonce;
    bytes32 private unused;
    mapping(bytes32 => uint256) public signedMessages;
    mapping(address => mapping(bytes32 => uint256)) public approvedHashes;

    /// Since version 1.4 events carry their address as a topic.
    bool private immutable asTopic;

    constructor(bool asTopic_) {
        asTopic = asTopic_;
    }

    modifier authorized() {
        require(msg.sender == address(this), "GS031");
        _;
    }

    /// Emits an event whose only member is an address.
    function _tell(bytes32 event_, address about) internal {
        bool topic = asTopic;
        assembly {
            mstore(0, about)
            switch topic
            case 1 { log2(0, 0, event_, about) }
            default { log1(0, 32, event_) }
        }
    }

    function _run(address to, uint256 value, bytes memory data, uint8 operation, uint256 gasLimit)
        internal
        returns (bool success)
    {
        require(operation < 2);
        assembly {
            switch operation
            case 1 { success := delegatecall(gasLimit, to, add(data, 32), mload(data), 0, 0) }
            default { success := call(gasLimit, to, value, add(data, 32), mload(data), 0, 0) }
        }
    }

    function _at(bytes32 slot) internal view returns (address value) {
        assembly {
            value := sload(slot)
        }
    }

    function _put(bytes32 slot, address value) internal {
        assembly {
            sstore(slot, value)
        }
    }
}
