// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {SafeManagers} from "./SafeManagers.sol";

interface ISigner {
    /// ERC-1271 in its first form, with the message in place of its hash.
    function isValidSignature(bytes calldata data, bytes calldata signature) external view returns (bytes4);
}

/// @title What owners of a Safe account sign (EIP-712), and whether enough of them did.
abstract contract SafeSignatures is SafeManagers {
    event ApproveHash(bytes32 indexed approvedHash, address indexed owner);

    bytes32 private constant DOMAIN = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
    bytes32 private constant TRANSACTION = keccak256(
        "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)"
    );

    function domainSeparator() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, block.chainid, this));
    }

    function getChainId() external view returns (uint256) {
        return block.chainid;
    }

    function encodeTransactionData(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address refundReceiver,
        uint256 _nonce
    ) public view returns (bytes memory) {
        bytes32 call = keccak256(data);
        bytes memory head = abi.encode(TRANSACTION, to, value, call, operation, safeTxGas);
        bytes memory tail = abi.encode(baseGas, gasPrice, gasToken, refundReceiver, _nonce);
        return abi.encodePacked("\x19\x01", domainSeparator(), keccak256(bytes.concat(head, tail)));
    }

    function getTransactionHash(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address refundReceiver,
        uint256 _nonce
    ) external view returns (bytes32) {
        return keccak256(
            encodeTransactionData(
                to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, _nonce
            )
        );
    }

    function approveHash(bytes32 hashToApprove) external {
        require(owners[msg.sender] != address(0), "GS030");
        approvedHashes[msg.sender][hashToApprove] = 1;
        emit ApproveHash(hashToApprove, msg.sender);
    }

    function checkSignatures(bytes32 dataHash, bytes memory data, bytes memory signatures) public view {
        require(threshold > 0, "GS001");
        checkNSignatures(dataHash, data, signatures, threshold);
    }

    /// Signatures are 65 bytes each, in ascending order of their owners.
    function checkNSignatures(bytes32 dataHash, bytes memory data, bytes memory signatures, uint256 required)
        public
        view
    {
        require(signatures.length >= required * 65, "GS020");
        address last;
        for (uint256 i; i < required; i++) {
            address owner = _signer(dataHash, data, signatures, i, required);
            require(owner > last && owner != ENDS && owners[owner] != address(0), "GS026");
            last = owner;
        }
    }

    function _signer(bytes32 dataHash, bytes memory data, bytes memory signatures, uint256 i, uint256 required)
        private
        view
        returns (address owner)
    {
        (bytes32 r, bytes32 s, uint8 v) = _part(signatures, i * 65);
        if (v == 0) {
            owner = address(uint160(uint256(r)));
            _checkContract(owner, data, signatures, uint256(s), required);
        } else if (v == 1) {
            owner = address(uint160(uint256(r)));
            require(msg.sender == owner || approvedHashes[owner][dataHash] != 0, "GS025");
        } else if (v > 30) {
            owner = ecrecover(keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", dataHash)), v - 4, r, s);
        } else {
            owner = ecrecover(dataHash, v, r, s);
        }
    }

    /// A contract's signature stands behind the fixed parts, after its length.
    function _checkContract(
        address owner,
        bytes memory data,
        bytes memory signatures,
        uint256 offset,
        uint256 required
    ) private view {
        require(offset >= required * 65, "GS021");
        require(offset + 32 <= signatures.length, "GS022");
        bytes memory own;
        assembly {
            own := add(add(signatures, 32), offset)
        }
        require(offset + 32 + own.length <= signatures.length, "GS023");
        require(ISigner(owner).isValidSignature(data, own) == ISigner.isValidSignature.selector, "GS024");
    }

    function _part(bytes memory signatures, uint256 offset) private pure returns (bytes32 r, bytes32 s, uint8 v) {
        assembly {
            let place := add(add(signatures, 32), offset)
            r := mload(place)
            s := mload(add(place, 32))
            v := byte(0, mload(add(place, 64)))
        }
    }
}
