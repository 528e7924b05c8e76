// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Vault of coins that pays by a secret, a proof, a signature or a recovery, where its depositor has allowed that.
/// @dev Beside them are entries that look alike and pay nobody.
contract SecretVault {
    mapping(address => uint256) private _deposits;
    mapping(address => bytes32) private _keyHashes;
    mapping(address => bytes32) private _roots;
    mapping(address => uint256) private _signers;
    mapping(address => mapping(address => bool)) private _sessions;
    mapping(address => mapping(bytes32 => bool)) private _tickets;
    mapping(address => mapping(uint256 => bool)) private _used;
    mapping(address => address) private _guardians;
    mapping(address => address) private _recoverers;
    mapping(address => uint256) private _recoveries;
    mapping(address => bytes32) private _profiles;
    mapping(address => bytes32) private _referrals;
    mapping(address => address) private _viewers;
    mapping(bytes32 => uint256) private _commitments;
    mapping(bytes32 => bool) private _cancelled;
    mapping(address => uint256) private _viewed;

    function deposit() external payable {
        _deposits[msg.sender] += msg.value;
    }

    function depositWithMemo(bytes32 memo) external payable {
        _deposits[msg.sender] += msg.value;
        _referrals[msg.sender] = memo;
    }

    function withdraw(uint256 amount) external {
        _pay(msg.sender, amount, msg.sender);
    }

    // Entries that decide who is paid.

    function setKeyHash(bytes32 hash) external {
        _keyHashes[msg.sender] = hash;
    }

    function withdrawWithKey(address account, uint256 amount, bytes32 key) external {
        require(keccak256(abi.encodePacked(key)) == _keyHashes[account], "wrong key");
        _pay(account, amount, msg.sender);
    }

    function setRoot(bytes32 root) external {
        _roots[msg.sender] = root;
    }

    function withdrawWithProof(address account, uint256 amount, bytes32[] calldata proof) external {
        bytes32 hash = keccak256(bytes.concat(keccak256(abi.encode(msg.sender, amount))));
        for (uint256 i = 0; i < proof.length; i++) {
            hash = hash < proof[i] ? keccak256(abi.encode(hash, proof[i])) : keccak256(abi.encode(proof[i], hash));
        }
        require(hash == _roots[account], "wrong proof");
        _pay(account, amount, msg.sender);
    }

    function addTicket(bytes32 hash) external {
        _tickets[msg.sender][hash] = true;
    }

    function useTicket(address account, uint256 amount, string calldata code) external {
        require(_tickets[account][keccak256(bytes(code))], "no such ticket");
        _pay(account, amount, msg.sender);
    }

    /// The signer and the end of its time in one word.
    function setSigner(address signer) external {
        _signers[msg.sender] = (block.timestamp + 30 days) | (uint256(uint160(signer)) << 96);
    }

    function execute(address account, address to, uint256 amount, uint256 nonce, bytes calldata signature) external {
        uint256 entry = _signers[account];
        require(block.timestamp < uint96(entry), "too late");
        bytes32 digest = keccak256(abi.encode(block.chainid, address(this), account, to, amount, nonce));
        require(_signerOf(digest, signature) == address(uint160(entry >> 96)), "wrong signature");
        require(!_used[account][nonce], "used");
        _used[account][nonce] = true;
        _pay(account, amount, to);
    }

    function addSession(address signer) external {
        _sessions[msg.sender][signer] = true;
    }

    function executeInSession(address account, address to, uint256 amount, uint8 v, bytes32 r, bytes32 s) external {
        address signer = ecrecover(keccak256(abi.encode(address(this), account, to, amount)), v, r, s);
        require(signer != address(0) && _sessions[account][signer], "no session");
        _pay(account, amount, to);
    }

    /// The guardian starts a recovery, and takes the deposit after a week.
    function setGuardian(address guardian) external {
        _guardians[msg.sender] = guardian;
    }

    function startRecovery(address account) external {
        require(_guardians[account] == msg.sender, "guardian only");
        _recoverers[account] = msg.sender;
        _recoveries[account] = block.timestamp + 7 days;
    }

    function completeRecovery(address account) external {
        require(_recoverers[account] == msg.sender && block.timestamp >= _recoveries[account], "too early");
        _pay(account, _deposits[account], msg.sender);
    }

    // Entries that pay nobody.

    function setProfile(bytes32 hash) external {
        _profiles[msg.sender] = hash;
    }

    function setReferral(bytes32 code) external {
        _referrals[msg.sender] = code;
    }

    function commit(bytes32 hash) external {
        _commitments[hash] = block.timestamp;
    }

    function reveal(bytes32 secret) external {
        require(_commitments[keccak256(abi.encode(secret))] != 0, "no commitment");
        _profiles[msg.sender] = secret;
    }

    function cancelOrder(bytes32 hash) external {
        _cancelled[hash] = true;
    }

    /// Signs for what is shown, never for a payment.
    function setViewer(address viewer) external {
        _viewers[msg.sender] = viewer;
    }

    function view_(address account, uint256 amount, bytes calldata signature) external {
        require(_signerOf(keccak256(abi.encode(account, amount)), signature) == _viewers[account], "wrong signature");
        _viewed[account] = amount;
    }

    function _signerOf(bytes32 digest, bytes calldata signature) private pure returns (address) {
        require(signature.length == 65, "length");
        return ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
    }

    function _pay(address account, uint256 amount, address to) private {
        _deposits[account] -= amount;
        (bool done,) = to.call{value: amount}("");
        require(done, "payment failed");
    }
}
